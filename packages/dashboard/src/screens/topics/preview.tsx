/** Preview of a draft: desktop, phone, dark mode, plain text; for SMS the number of segments. */
import { Badge, Card, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { apiPath, postToStore, type StoreAnswer } from '../../api.ts'
import { Chips } from '../../components/data/filter-chips.tsx'
import { useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import type { Draft } from './draft.ts'

type Shown = StoreAnswer<'/templates/preview'>
type Fault = Shown['faults'][number]
type Segments = NonNullable<Shown['segments']>

export type PreviewState = { shown: Shown | undefined; settled: Draft; faults: Fault[] }

/** Rendered when typing pauses. */
export function usePreview(draft: Draft): PreviewState {
  const { store } = useStore()
  const [settled, setSettled] = useState(draft)
  const text = JSON.stringify(draft)
  useEffect(() => {
    const pause = setTimeout(() => setSettled(JSON.parse(text)), 300)
    return () => clearTimeout(pause)
  }, [text])
  const { data } = useQuery({
    queryKey: [store, 'preview', settled],
    queryFn: () => postToStore(store, '/templates/preview', settled),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  })
  return { shown: data, settled, faults: data?.faults ?? [] }
}

export function Preview({ draft, preview: { shown, settled } }: { draft: Draft; preview: PreviewState }) {
  const t = useT()
  const [size, setSize] = useState('desktop')
  if (!shown) return <Card padding="md" mih={420} />
  return (
    <Card padding="md" component="section" aria-label={t('Preview')}>
      <Stack gap="sm">
        {draft.medium === 'email' ? (
          <>
            <Chips
              label={t('Show')}
              value={size}
              options={[
                ['desktop', t('Desktop')],
                ['phone', t('Phone')],
                ['dark', t('Dark')],
                ['text', t('As plain text')],
              ]}
              onChange={setSize}
            />
            <Text className="preview-subject">{shown.subject}</Text>
            {size === 'text' ? (
              <Plain text={shown.text} />
            ) : (
              <Frame draft={settled} size={size} isBroken={shown.faults.length > 0} />
            )}
          </>
        ) : (
          <>
            {shown.subject && <Text className="preview-subject">{shown.subject}</Text>}
            <Plain text={shown.text} />
            {shown.segments && <Size segments={shown.segments} />}
          </>
        )}
      </Stack>
    </Card>
  )
}

const Plain = ({ text }: { text: string }) => (
  <div className="preview-holder">
    <Text size="sm" className="preview-text" w="100%">
      {text}
    </Text>
  </div>
)

/** The draft is posted into a frame, because the answer needs its own content security policy. */
function Frame({ draft, size, isBroken }: { draft: Draft; size: string; isBroken: boolean }) {
  const t = useT()
  const { store } = useStore()
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  const scheme = size === 'dark' ? 'dark' : 'light'
  const text = JSON.stringify(draft)
  useEffect(() => {
    if (!isBroken && text && scheme) form.current?.submit()
  }, [text, scheme, isBroken])
  return (
    <div className="preview-holder">
      <form ref={form} method="post" action={`${apiPath}/stores/${store}/templates/frame`} target={name} hidden>
        <input name="draft" value={text} readOnly />
        <input name="scheme" value={scheme} readOnly />
      </form>
      <iframe
        name={name}
        className="preview-frame"
        data-size={size}
        data-scheme={scheme}
        title={t('Preview')}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
    </div>
  )
}

function Size({ segments: { alphabet, units, segments, left } }: { segments: Segments }) {
  const t = useT()
  return (
    <Group gap="xs">
      <Badge color={segments > 1 ? 'yellow' : 'green'}>
        {t(segments === 1 ? '1 SMS' : '{count} SMS', { count: segments })}
      </Badge>
      <Text size="sm" c="dimmed">
        {t('{units} characters, {left} left; {alphabet}', {
          units,
          left,
          alphabet: t(alphabet === 'gsm' ? 'plain alphabet' : 'with special characters, which need more space'),
        })}
      </Text>
    </Group>
  )
}
