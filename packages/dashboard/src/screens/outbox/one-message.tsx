/** One message as its reader sees it, its headers, what was tried, and why it was sent. */
import './outbox.css'
import { Button, Code, Divider, Group, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { Chips } from '../../parts/choice.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Side } from '../../parts/side.tsx'
import { mediumName, State } from '../../parts/state.tsx'
import { type Step, Timeline } from '../../parts/timeline.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import type { Message } from './message.ts'

type Shown = {
  message: Message & { facts?: Record<string, unknown> | null; template?: string | null }
  hasHtml: boolean
  text: string
  headers: Record<string, string>
  senderName: string
  why: Step[] | null
}

export function OneMessage() {
  const say = useSay()
  const { path } = useStore()
  return (
    <Side<Shown>
      word="open"
      title={say('Message')}
      path={(open) => `${path}/outbox/message?message=${encodeURIComponent(open)}`}
    >
      {(shown, open) => <Letter key={open} shown={shown} />}
    </Side>
  )
}

function Letter({ shown }: { shown: Shown }) {
  const say = useSay()
  const { time } = useFormats()
  const { path, may } = useStore()
  const { message, headers, why } = shown
  const resend = useAct<object>(`${path}/outbox/resend`, { done: say('It is sent again.') })
  const isOver = message.status === 'failed' || (message.purpose !== 'alert' && message.status === 'sent')
  const detail = message.facts?.detail
  return (
    <Stack gap="lg">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={3} size="h4">
          {message.subject || message.title || mediumName(message.medium)}
        </Title>
        <State state={message.status} />
      </Group>
      <Body shown={shown} />
      {isOver && may('marketer') && (
        <Group>
          <Button
            variant="filled"
            loading={resend.isPending}
            onClick={() => resend.mutate({ message: message.messageKey })}
          >
            {say('Send again')}
          </Button>
        </Group>
      )}
      <Facts
        rows={[
          [say('To'), message.recipient],
          [say('From'), shown.senderName],
          [say('By'), [mediumName(message.medium), message.provider].filter(Boolean).join(' · ')],
          [say('Reason'), message.reason?.replaceAll('-', ' ')],
          [say('They said'), typeof detail === 'string' && detail],
          [say('Attempts'), message.attempts],
          [say('Due'), message.status === 'due' && message.dueAt && time(message.dueAt)],
          [say('Sent'), message.sentAt && time(message.sentAt)],
          [say('Arrived'), message.deliveredAt && time(message.deliveredAt)],
          [say('Clicked'), message.clickedAt && time(message.clickedAt)],
          [say('Template'), message.template],
        ]}
      />
      {Object.keys(headers).length > 0 && (
        <div>
          <Title order={4} size="h5" mb="xs">
            {say('Headers')}
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
              {say('Why was this sent?')}
            </Title>
            <Timeline steps={why} />
          </div>
        </>
      )}
    </Stack>
  )
}

function Body({ shown: { message, hasHtml, text } }: { shown: Shown }) {
  const say = useSay()
  const { path } = useStore()
  const [part, setPart] = useState(hasHtml ? 'html' : 'text')
  const frame = `/dashboard/api${path}/outbox/frame?message=${encodeURIComponent(message.messageKey)}`
  return (
    <Stack gap="xs">
      {hasHtml && (
        <Chips
          label={say('Show')}
          value={part}
          choices={[
            ['html', say('As a mail')],
            ['text', say('As plain text')],
          ]}
          onChange={setPart}
        />
      )}
      {part === 'html' ? (
        <iframe
          className="message-frame"
          src={frame}
          title={say('The message')}
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
