/** The code to paste, in the way the shop's pages are written. */
import { Card, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Secret } from '../../parts/secret.tsx'
import { useMe, useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { html, type Look, react, scriptTag, shopify } from './snippets.ts'

const ways = { HTML: html, Shopify: shopify, React: react, Script: scriptTag } as const
type Way = keyof typeof ways

const hints: Record<Way, string> = {
  HTML: 'For a shop whose pages you write: the script once, then an element for each product.',
  Shopify: 'For a theme: the first part into the layout, the second into a product block.',
  React: 'For pages made with React or a framework on top of it.',
  Script: 'The script alone, for a tag manager; elements come from your theme.',
}

export function Code({ look }: { look: Look }) {
  const say = useSay()
  const { pid } = useStore()
  const { data: me } = useMe()
  const [way, setWay] = useState<Way>('HTML')
  return (
    <Card component="section" aria-label={say('Code to paste')}>
      <Stack>
        <Title order={2} size="h4">
          {say('Code to paste')}
        </Title>
        <SegmentedControl
          aria-label={say('Code to paste')}
          value={way}
          onChange={(chosen) => setWay(chosen as Way)}
          data={Object.keys(ways).map((name) => ({ value: name, label: say(name) }))}
        />
        <Text size="sm" c="dimmed">
          {say(hints[way])}
        </Text>
        <Secret text={ways[way](look, { url: me!.publicUrl, pid })} label={say('Code to paste')} />
      </Stack>
    </Card>
  )
}
