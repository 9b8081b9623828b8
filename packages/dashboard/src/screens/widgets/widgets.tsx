/** The widgets of the shop: tried on a product page, coloured and worded, with the code to paste and a look at whether it is there. */
import { Card, SimpleGrid, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { writeQuery } from '../../calls.ts'
import { Page } from '../../parts/page.tsx'
import { useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { Code } from './code.tsx'
import { Controls, type Shown } from './controls.tsx'
import { InstallCheck } from './install-check.tsx'
import { type Look, usualLook } from './snippets.ts'

export function Widgets() {
  const say = useSay()
  const { path } = useStore()
  const [look, setLook] = useState<Look>(usualLook)
  const [shown, setShown] = useState<Shown>({ soldOut: 'yes', dark: 'no', isNarrow: false })
  const { isNarrow, ...state } = shown
  const isUsual = (word: 'accent' | 'heart' | 'radius') => look[word] === usualLook[word]
  // What is usual is left to the widgets, which have a colour for the dark as well.
  const own = {
    accent: isUsual('accent') ? null : look.accent,
    heart: isUsual('heart') ? null : look.heart,
    radius: isUsual('radius') ? null : look.radius,
  }
  const address = `/dashboard/api${path}/widget-preview${writeQuery({ ...look, ...own, ...state })}`
  return (
    <Page title={say('Widgets')} about={say('Hearts, a list and “notify me” for your shop’s pages.')}>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" className="widgets">
        <Card component="section" aria-label={say('Look')}>
          <Controls look={look} onLook={setLook} shown={shown} onShown={setShown} />
        </Card>
        <Card component="section" aria-label={say('Preview')} padding="sm">
          <Stack gap="xs" h="100%">
            <Title order={2} size="h4" px="xs" pt={4}>
              {say('Preview')}
            </Title>
            <iframe
              title={say('A product page with the widgets')}
              src={address}
              sandbox="allow-scripts"
              className="preview"
              data-narrow={isNarrow}
            />
          </Stack>
        </Card>
      </SimpleGrid>
      <Code look={look} />
      <InstallCheck />
    </Page>
  )
}
