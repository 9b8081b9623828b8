/** Active sessions of a person, and ending them. */
import type { Answer, PersonRoutes } from '@heartbell/contract/dashboard/routes'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { get, post } from '../../api.ts'
import { describeBrowser } from '../../browser-name.ts'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { useAction } from '../../hooks/use-action.ts'
import { useFormats, useT } from '../../words/translate.ts'
import { Section } from './section.tsx'

type Session = Answer<PersonRoutes['GET /me/sessions']>['rows'][number]

export function Sessions() {
  const t = useT()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const sessions = useQuery({
    queryKey: ['me', 'sessions'],
    queryFn: () => get('/me/sessions'),
  })
  const end = useAction('/me/sessions/end', { done: t('Signed out there.') })
  const endAll = async () => {
    await post('/me/sessions/end', { everywhere: true })
    queries.clear()
    await navigate({ to: '/sign-in' })
  }
  const rows = sessions.data?.rows ?? []
  return (
    <Section title={t('Where you are signed in')}>
      {sessions.error && <ErrorAlert error={sessions.error} again={sessions.refetch} />}
      <Stack gap="sm">
        {rows.map((session) => (
          <Row key={session.sessionId} session={session} onEnd={() => end.mutate({ sessionId: session.sessionId })} />
        ))}
      </Stack>
      <Group gap="xs">
        {rows.length > 1 && (
          <Button onClick={() => end.mutate({})} loading={end.isPending}>
            {t('Sign out everywhere else')}
          </Button>
        )}
        <Button color="red" variant="subtle" onClick={() => setAsking(true)}>
          {t('Sign out everywhere')}
        </Button>
      </Group>
      <ConfirmDialog
        title={t('Sign out everywhere?')}
        action={t('Sign out everywhere')}
        isOpen={isAsking}
        onConfirm={endAll}
        onClose={() => setAsking(false)}
      >
        {t('Every browser is signed out, this one too.')}
      </ConfirmDialog>
    </Section>
  )
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const t = useT()
  const { time } = useFormats()
  const { userAgent, network, createdAt, seenAt, isThis } = session
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text size="sm" className="wrap" title={userAgent}>
          {describeBrowser(t, userAgent) ?? (userAgent || t('Unknown device'))}
          {network && ` · ${network}`}
        </Text>
        <Text size="xs" c="dimmed">
          {t('Signed in {since}, last seen {when}', { since: time(createdAt), when: time(seenAt) })}
        </Text>
      </div>
      {isThis ? (
        <Badge>{t('This browser')}</Badge>
      ) : (
        <Button size="xs" variant="subtle" color="red" onClick={onEnd}>
          {t('Sign out')}
        </Button>
      )}
    </Group>
  )
}
