/** A person's own account: name, address, language, password, and where they are signed in. */
import { Badge, Button, Card, Group, NativeSelect, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ask } from '../calls.ts'
import { Page } from '../parts/page.tsx'
import { useAct } from '../parts/use-act.ts'
import { useMe } from '../session.ts'
import { useFormats, useLocale, useSay } from '../words/words.ts'

type Changes = Record<string, string>

export function Account() {
  const say = useSay()
  return (
    <Page title={say('Your account')} about={say('For every store you work for.')}>
      <Profile />
      <Password />
      <Sessions />
    </Page>
  )
}

function Profile() {
  const say = useSay()
  const locale = useLocale()
  const { data: me } = useMe()
  const [changes, setChanges] = useState<Changes>({})
  const save = useAct<Changes>('/me', { done: say('Saved.'), next: () => setChanges({}) })
  const set = (word: string) => (event: { currentTarget: { value: string } }) =>
    setChanges({ ...changes, [word]: event.currentTarget.value })
  const changesEmail = changes.email !== undefined && changes.email !== (me!.email ?? '')
  return (
    <Card component="section" aria-label={say('About you')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(changes)
        }}
      >
        <Stack maw={480}>
          <Title order={2} size="h4">
            {say('About you')}
          </Title>
          <TextInput label={say('Name')} value={changes.name ?? me!.name} onChange={set('name')} autoComplete="name" />
          <TextInput
            label={say('E-mail address')}
            description={say('You sign in with it.')}
            type="email"
            value={changes.email ?? me!.email ?? ''}
            onChange={set('email')}
            autoComplete="username"
          />
          {changesEmail && me!.email && (
            <PasswordInput
              label={say('Your password')}
              value={changes.currentPassword ?? ''}
              onChange={set('currentPassword')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': say('Show the password') }}
            />
          )}
          <NativeSelect
            label={say('Language')}
            data={[
              { value: 'en', label: 'English' },
              { value: 'de', label: 'Deutsch' },
            ]}
            value={changes.locale ?? locale}
            onChange={set('locale')}
          />
          <Group>
            <Button
              type="submit"
              variant="filled"
              loading={save.isPending}
              disabled={Object.keys(changes).length === 0}
            >
              {say('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

function Password() {
  const say = useSay()
  const { data: me } = useMe()
  const [problem, setProblem] = useState<string | null>(null)
  const change = useAct<Changes>('/me', { done: say('The password is changed. Everywhere else you are signed out.') })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const password = String(given.get('password'))
    if (password !== given.get('again')) return setProblem(say('The two are not the same.'))
    setProblem(null)
    change.mutate(
      { password, currentPassword: String(given.get('currentPassword') ?? '') },
      { onSuccess: () => form.reset() },
    )
  }
  const shown = { visibilityToggleButtonProps: { 'aria-label': say('Show the password') } }
  return (
    <Card component="section" aria-label={say('Password')}>
      <form onSubmit={submit}>
        <Stack maw={480}>
          <Title order={2} size="h4">
            {say('Password')}
          </Title>
          {!me!.email && <Text size="sm">{say('Give your e-mail address above first: you sign in with both.')}</Text>}
          <PasswordInput
            name="currentPassword"
            label={say('Password in use')}
            description={say('Leave it empty if you have none yet.')}
            autoComplete="current-password"
            {...shown}
          />
          <PasswordInput
            name="password"
            label={say('New password')}
            description={say('At least 10 characters.')}
            minLength={10}
            required
            autoComplete="new-password"
            {...shown}
          />
          <PasswordInput
            name="again"
            label={say('The same again')}
            required
            error={problem}
            autoComplete="new-password"
            {...shown}
          />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {say('Change the password')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

type Session = { sessionId: string; userAgent: string; createdAt: string; seenAt: string; isThis: boolean }

function Sessions() {
  const say = useSay()
  const { time } = useFormats()
  const sessions = useQuery({
    queryKey: ['me', 'sessions'],
    queryFn: () => ask<{ rows: Session[] }>('/me/sessions'),
  })
  const end = useAct<{ sessionId?: string }>('/me/sessions/end', { done: say('Signed out there.') })
  const rows = sessions.data?.rows ?? []
  return (
    <Card component="section" aria-label={say('Where you are signed in')}>
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            {say('Where you are signed in')}
          </Title>
          {rows.length > 1 && (
            <Button onClick={() => end.mutate({})} loading={end.isPending}>
              {say('Sign out everywhere else')}
            </Button>
          )}
        </Group>
        {rows.map((session) => (
          <Group key={session.sessionId} justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" className="wrap">
                {session.userAgent || say('Unknown device')}
              </Text>
              <Text size="xs" c="dimmed">
                {say('Last seen {when}', { when: time(session.seenAt) })}
              </Text>
            </div>
            {session.isThis ? (
              <Badge>{say('This one')}</Badge>
            ) : (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                onClick={() => end.mutate({ sessionId: session.sessionId })}
              >
                {say('Sign out')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Card>
  )
}
