/** Where a person is signed in, and ending it. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { act, ask } from '../../calls.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { describeBrowser } from './browser-name.ts'
import { Section } from './section.tsx'

type Session = {
  sessionId: string
  userAgent: string
  network: string
  createdAt: string
  seenAt: string
  isThis: boolean
}

export function Sessions() {
  const say = useSay()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const sessions = useQuery({
    queryKey: ['me', 'sessions'],
    queryFn: () => ask<{ rows: Session[] }>('/me/sessions'),
  })
  const end = useAct<{ sessionId?: string }>('/me/sessions/end', { done: say('Signed out there.') })
  const endAll = async () => {
    await act('/me/sessions/end', { everywhere: true })
    queries.clear()
    await navigate({ to: '/sign-in' })
  }
  const rows = sessions.data?.rows ?? []
  return (
    <Section title={say('Where you are signed in')}>
      {sessions.error && <Failure error={sessions.error} again={sessions.refetch} />}
      <Stack gap="sm">
        {rows.map((session) => (
          <Row key={session.sessionId} session={session} onEnd={() => end.mutate({ sessionId: session.sessionId })} />
        ))}
      </Stack>
      <Group gap="xs">
        {rows.length > 1 && (
          <Button onClick={() => end.mutate({})} loading={end.isPending}>
            {say('Sign out everywhere else')}
          </Button>
        )}
        <Button color="red" variant="subtle" onClick={() => setAsking(true)}>
          {say('Sign out everywhere')}
        </Button>
      </Group>
      <Confirm
        title={say('Sign out everywhere?')}
        action={say('Sign out everywhere')}
        isOpen={isAsking}
        onConfirm={endAll}
        onClose={() => setAsking(false)}
      >
        {say('Every browser is signed out, this one too.')}
      </Confirm>
    </Section>
  )
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const say = useSay()
  const { time } = useFormats()
  const { userAgent, network, createdAt, seenAt, isThis } = session
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text size="sm" className="wrap" title={userAgent}>
          {describeBrowser(userAgent) ?? (userAgent || say('Unknown device'))}
          {network && ` · ${network}`}
        </Text>
        <Text size="xs" c="dimmed">
          {say('Signed in {since}, last seen {when}', { since: time(createdAt), when: time(seenAt) })}
        </Text>
      </div>
      {isThis ? (
        <Badge>{say('This one')}</Badge>
      ) : (
        <Button size="xs" variant="subtle" color="red" onClick={onEnd}>
          {say('Sign out')}
        </Button>
      )}
    </Group>
  )
}
