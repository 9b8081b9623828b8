/** Options of the widgets and of their preview. */
import { NativeSelect, SimpleGrid, Stack, Switch, TextInput, Title } from '@mantine/core'
import { useT } from '../../words/translate.ts'
import type { Look } from './snippets.ts'

export type Shown = { soldOut: 'yes' | 'no'; dark: 'yes' | 'no'; isNarrow: boolean }

type Props = { look: Look; onLook: (look: Look) => void; shown: Shown; onShown: (shown: Shown) => void }

const languages = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
  ['it', 'Italiano'],
  ['nl', 'Nederlands'],
  ['pt', 'Português'],
  ['sv', 'Svenska'],
  ['ja', '日本語'],
  ['ar', 'العربية'],
  ['hi', 'हिन्दी'],
] as const

export function Controls({ look, onLook, shown, onShown }: Props) {
  const t = useT()
  const set = (word: keyof Look) => (event: { currentTarget: { value: string } }) =>
    onLook({ ...look, [word]: event.currentTarget.value })
  return (
    <Stack>
      <Title order={2} size="h4">
        {t('Appearance')}
      </Title>
      <SimpleGrid cols={2}>
        <TextInput type="color" label={t('Buttons')} value={look.accent} onChange={set('accent')} />
        <TextInput type="color" label={t('Hearts')} value={look.heart} onChange={set('heart')} />
        <NativeSelect
          label={t('Corners')}
          value={look.radius}
          onChange={set('radius')}
          data={[
            { value: '0', label: t('Square') },
            { value: '10', label: t('Soft') },
            { value: '24', label: t('Round') },
          ]}
        />
        <NativeSelect
          label={t('Heart position')}
          value={look.place}
          onChange={set('place')}
          data={[
            { value: 'picture', label: t('On the picture') },
            { value: 'title', label: t('Beside the title') },
            { value: 'button', label: t('Beside the button') },
          ]}
        />
        <NativeSelect
          label={t('Language')}
          value={look.language}
          onChange={set('language')}
          data={languages.map(([value, label]) => ({ value, label }))}
        />
        <TextInput
          label={t('“Notify me” text')}
          placeholder={t('Default text')}
          value={look.notify}
          maxLength={80}
          onChange={set('notify')}
        />
      </SimpleGrid>
      <Title order={3} size="h5">
        {t('Preview options')}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Switch
          label={t('Sold out')}
          checked={shown.soldOut === 'yes'}
          onChange={(event) => onShown({ ...shown, soldOut: event.currentTarget.checked ? 'yes' : 'no' })}
        />
        <Switch
          label={t('Dark mode')}
          checked={shown.dark === 'yes'}
          onChange={(event) => onShown({ ...shown, dark: event.currentTarget.checked ? 'yes' : 'no' })}
        />
        <Switch
          label={t('Phone width')}
          checked={shown.isNarrow}
          onChange={(event) => onShown({ ...shown, isNarrow: event.currentTarget.checked })}
        />
      </SimpleGrid>
    </Stack>
  )
}
