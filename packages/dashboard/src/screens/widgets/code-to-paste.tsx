/** The code to paste, for several kinds of shops. */
import { Card, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { CopyableText } from '../../components/data/copyable-text.tsx'
import { useMe, useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import { html, type Look, react, scriptTag, shopify } from './snippets.ts'

const formats = { HTML: html, Shopify: shopify, React: react, Script: scriptTag } as const
type Format = keyof typeof formats

const hints: Record<Format, string> = {
  HTML: 'For pages you write yourself: the script once, then an element for each product.',
  Shopify: 'For a theme: the first part goes into the layout, the second into a product block.',
  React: 'For pages made with React or a framework on top of it.',
  Script: 'Only the script, for a tag manager; your theme contains the elements.',
}

export function CodeToPaste({ look }: { look: Look }) {
  const t = useT()
  const { pid } = useStore()
  const { data: me } = useMe()
  const [format, setFormat] = useState<Format>('HTML')
  return (
    <Card component="section" aria-label={t('Code to paste')}>
      <Stack>
        <Title order={2} size="h4">
          {t('Code to paste')}
        </Title>
        <SegmentedControl
          aria-label={t('Code to paste')}
          value={format}
          onChange={(chosen) => setFormat(chosen as Format)}
          data={Object.keys(formats).map((name) => ({ value: name, label: t(name) }))}
        />
        <Text size="sm" c="dimmed">
          {t(hints[format])}
        </Text>
        <CopyableText text={formats[format](look, { url: me!.publicUrl, pid })} label={t('Code to paste')} />
      </Stack>
    </Card>
  )
}
