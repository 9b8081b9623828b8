/** The address somebody signs in with, and a new one that waits to be confirmed. */
import { Alert, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../parts/use-act.ts'
import { useMe } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { CurrentPassword } from './current-password.tsx'
import { Section } from './section.tsx'

export function Email() {
  const say = useSay()
  const { data: me } = useMe()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={say('E-mail address')}>
      <Group justify="space-between">
        <Text>{me!.email}</Text>
        {!isOpen && <Button onClick={() => setOpen(true)}>{say('Change the address')}</Button>}
      </Group>
      {me!.pendingEmail && <Pending email={me!.pendingEmail} hasMail={me!.hasMail} />}
      {isOpen && <ChangeForm onDone={() => setOpen(false)} />}
    </Section>
  )
}

function Pending({ email, hasMail }: { email: string; hasMail: boolean }) {
  const say = useSay()
  const again = useAct('/me/email/again', { done: say('The mail is on its way.') })
  const cancel = useAct('/me/email/cancel', { done: say('Your address stays as it is.') })
  return (
    <Alert color="yellow" title={say('Waiting for {email}', { email })}>
      <Stack gap="xs">
        {hasMail ? (
          <Text size="sm">
            {say(
              'We sent a link to that address. Open it to sign in with the new address; until then the old one counts.',
            )}
          </Text>
        ) : (
          <>
            <Text size="sm">
              {say('This installation sends no mail. The person who runs it prints the link for that address with:')}
            </Text>
            <Code block>heartbell dashboard --confirm-email {email}</Code>
          </>
        )}
        <Group gap="xs">
          {hasMail && (
            <Button size="xs" onClick={() => again.mutate({})} loading={again.isPending}>
              {say('Send it again')}
            </Button>
          )}
          <Button size="xs" variant="subtle" onClick={() => cancel.mutate({})} loading={cancel.isPending}>
            {say('Cancel the change')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function ChangeForm({ onDone }: { onDone: () => void }) {
  const say = useSay()
  const change = useAct<Record<string, unknown>>('/me/email', { next: onDone })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          name="email"
          type="email"
          label={say('New e-mail address')}
          required
          autoComplete="email"
          autoFocus
        />
        <CurrentPassword />
        <Group>
          <Button type="submit" variant="filled" loading={change.isPending}>
            {say('Continue')}
          </Button>
          <Button variant="subtle" onClick={onDone}>
            {say('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
