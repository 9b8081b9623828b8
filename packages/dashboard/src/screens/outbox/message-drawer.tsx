/** One message as its recipient sees it, with headers, attempts and the reason it was sent. */
import './outbox.css'
import { Button, Code, Divider, Group, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { frameUrl, type StoreData } from '../../api.ts'
import { Facts } from '../../components/data/facts.tsx'
import { Chips } from '../../components/data/filter-chips.tsx'
import { StatusBadge } from '../../components/data/status-badge.tsx'
import { Timeline } from '../../components/data/timeline.tsx'
import { DetailDrawer } from '../../components/layout/detail-drawer.tsx'
import { mediumName } from '../../display-names.ts'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useStore } from '../../session.ts'
import { useFormats, useReaderLanguage, useT } from '../../words/translate.ts'

type Shown = StoreData<'/outbox/message'>

export function MessageDrawer() {
  const t = useT()
  const language = useReaderLanguage()
  return (
    <DetailDrawer title={t('Message')} route="/outbox/message" fields={(message) => ({ message, language })}>
      {(shown, open) => <Message key={open} shown={shown} />}
    </DetailDrawer>
  )
}

function Message({ shown }: { shown: Shown }) {
  const t = useT()
  const { time } = useFormats()
  const { may } = useStore()
  const { message, headers, why } = shown
  const resend = useStoreAction('/outbox/resend', { done: t('The message is being sent again.') })
  const isOver = message.status === 'failed' || (message.purpose !== 'alert' && message.status === 'sent')
  const detail = message.facts?.detail
  return (
    <Stack gap="lg">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={3} size="h4">
          {message.subject || message.title || mediumName(message.medium)}
        </Title>
        <StatusBadge state={message.status} />
      </Group>
      <Body shown={shown} />
      {isOver && may('marketer') && (
        <Group>
          <Button
            variant="filled"
            loading={resend.isPending}
            onClick={() => resend.mutate({ message: message.messageKey })}
          >
            {t('Send again')}
          </Button>
        </Group>
      )}
      <Facts
        rows={[
          [t('To'), message.recipient],
          [t('From'), shown.senderName],
          [t('Channel'), [mediumName(message.medium), message.provider].filter(Boolean).join(' · ')],
          [t('Reason'), message.reason?.replaceAll('-', ' ')],
          [t('Provider’s answer'), typeof detail === 'string' && detail],
          [t('Attempts'), message.attempts],
          [t('Due'), message.status === 'due' && message.dueAt && time(message.dueAt)],
          [t('Sent'), message.sentAt && time(message.sentAt)],
          [t('Delivered'), message.deliveredAt && time(message.deliveredAt)],
          [t('Clicked'), message.clickedAt && time(message.clickedAt)],
          [t('Template'), message.template],
        ]}
      />
      {Object.keys(headers).length > 0 && (
        <div>
          <Title order={4} size="h5" mb="xs">
            {t('Headers')}
          </Title>
          <Code block className="message-headers">
            {Object.entries(headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          </Code>
        </div>
      )}
      {why && (
        <>
          <Divider />
          <div>
            <Title order={4} size="h5" mb="md">
              {t('Why was this sent?')}
            </Title>
            <Timeline steps={why} />
          </div>
        </>
      )}
    </Stack>
  )
}

function Body({ shown: { message, hasHtml, text } }: { shown: Shown }) {
  const t = useT()
  const { store } = useStore()
  const [part, setPart] = useState(hasHtml ? 'html' : 'text')
  const frame = frameUrl(store, '/outbox/frame', { message: message.messageKey })
  return (
    <Stack gap="xs">
      {hasHtml && (
        <Chips
          label={t('Show')}
          value={part}
          options={[
            ['html', t('As e-mail')],
            ['text', t('As plain text')],
          ]}
          onChange={setPart}
        />
      )}
      {part === 'html' ? (
        <iframe
          className="message-frame"
          src={frame}
          title={t('The message')}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <Code block className="message-text">
          {text}
        </Code>
      )}
    </Stack>
  )
}
