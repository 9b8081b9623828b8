/** The widgets of the shop: options with a live preview, the code to paste, and an installation check. */
import { Card, SimpleGrid, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { frameUrl } from '../../api.ts'
import { Page } from '../../components/layout/page.tsx'
import { useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import { CodeToPaste } from './code-to-paste.tsx'
import { Controls, type Shown } from './controls.tsx'
import { InstallCheck } from './install-check.tsx'
import { defaultLook, type Look } from './snippets.ts'

export function Widgets() {
  const t = useT()
  const { store } = useStore()
  const [look, setLook] = useState<Look>(defaultLook)
  const [shown, setShown] = useState<Shown>({ soldOut: 'yes', dark: 'no', isNarrow: false })
  const { isNarrow, ...state } = shown
  // Defaults are not sent: the widgets have their own default colours, also for dark mode.
  const { accent, heart, radius, ...others } = look
  const own = {
    ...(accent !== defaultLook.accent && { accent }),
    ...(heart !== defaultLook.heart && { heart }),
    ...(radius !== defaultLook.radius && { radius }),
  }
  const address = frameUrl(store, '/widget-preview', { ...others, ...own, ...state })
  return (
    <Page title={t('Widgets')} about={t('Hearts, a list and “notify me” for your shop’s pages.')}>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" className="widgets">
        <Card component="section" aria-label={t('Appearance')}>
          <Controls look={look} onLook={setLook} shown={shown} onShown={setShown} />
        </Card>
        <Card component="section" aria-label={t('Preview')} padding="sm">
          <Stack gap="xs" h="100%">
            <Title order={2} size="h4" px="xs" pt={4}>
              {t('Preview')}
            </Title>
            <iframe
              title={t('A product page with the widgets')}
              src={address}
              sandbox="allow-scripts"
              className="preview"
              data-narrow={isNarrow}
            />
          </Stack>
        </Card>
      </SimpleGrid>
      <CodeToPaste look={look} />
      <InstallCheck />
    </Page>
  )
}
