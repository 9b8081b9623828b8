/** Mantine theme: warm background, near-black green text, one green accent; rose only for hearts. */
import { createTheme, type MantineColorsTuple } from '@mantine/core'

const green: MantineColorsTuple = [
  '#eefaf3',
  '#dcf2e5',
  '#b6e4cb',
  '#8cd5ae',
  '#69c896',
  '#52c087',
  '#177a4e',
  '#136a43',
  '#0f5938',
  '#08452b',
]
const gray: MantineColorsTuple = [
  '#f7f8f7',
  '#eef0ee',
  '#e0e4e1',
  '#c9d0cc',
  '#a7b0ab',
  '#7d8782',
  '#5c6661',
  '#434b47',
  '#2b322f',
  '#161b19',
]
/** The greys in reverse order: text, borders and background of the dark scheme. */
const dark: MantineColorsTuple = [
  '#e0e4e1',
  '#c9d0cc',
  '#a7b0ab',
  '#7d8782',
  '#434b47',
  '#2b322f',
  '#1d2321',
  '#161b19',
  '#101412',
  '#0b0e0c',
]

/** For errors and destructive actions; white text is readable on it. */
const red: MantineColorsTuple = [
  '#fff1f0',
  '#ffe0de',
  '#ffc2be',
  '#ff9d97',
  '#f4736b',
  '#e5534b',
  '#c62a22',
  '#a8201a',
  '#8a1813',
  '#6b110d',
]

/** For low stock and pending states; the darkest shade is readable on the lightest. */
const yellow: MantineColorsTuple = [
  '#fff8e6',
  '#fdeec4',
  '#fae0a0',
  '#f5cd70',
  '#eeb945',
  '#e0a526',
  '#b57b0b',
  '#946306',
  '#7a5005',
  '#5f3d02',
]

export const rose = '#d6224f'

export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: 6,
  autoContrast: true,
  respectReducedMotion: true,
  colors: { green, gray, dark, red, yellow },
  black: '#161b19',
  white: '#ffffff',
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  headings: { fontFamily: '"Inter Variable", system-ui, sans-serif', fontWeight: '650' },
  defaultRadius: 8,
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '28px' },
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Card: { defaultProps: { radius: 12, withBorder: true, shadow: 'none', padding: 'lg' } },
    Paper: { defaultProps: { radius: 12 } },
    Button: { defaultProps: { variant: 'default' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 550, miw: 'max-content' } },
    // Without this role the dialog's header would be a second page banner for screen readers.
    Modal: { defaultProps: { radius: 12, centered: true, attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { position: 'right', size: 'lg', attributes: { header: { role: 'presentation' } } } },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } },
  },
})
