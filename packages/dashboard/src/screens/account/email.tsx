/** The sign-in address, and a new address that waits for confirmation. */
import { Alert, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../hooks/use-action.ts'
import { useMe } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import { CurrentPassword } from './current-password.tsx'
import { Section } from './section.tsx'

export function Email() {
  const t = useT()
  const { data: me } = useMe()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={t('E-mail address')}>
      <Group justify="space-between">
        <Text>{me!.email}</Text>
        {!isOpen && <Button onClick={() => setOpen(true)}>{t('Change the address')}</Button>}
      </Group>
      {me!.pendingEmail && <Pending email={me!.pendingEmail} hasMail={me!.hasMail} />}
      {isOpen && <ChangeForm onDone={() => setOpen(false)} />}
    </Section>
  )
}

function Pending({ email, hasMail }: { email: string; hasMail: boolean }) {
  const t = useT()
  const again = useAction('/me/email/again', { done: t('The mail is on its way.') })
  const cancel = useAction('/me/email/cancel', { done: t('Your address stays as it is.') })
  return (
    <Alert color="yellow" title={t('Waiting for {email}', { email })}>
      <Stack gap="xs">
        {hasMail ? (
          <Text size="sm">
            {t('We sent a link to that address. Open it to sign in with the new address; until then, use the old one.')}
          </Text>
        ) : (
          <>
            <Text size="sm">
              {t('This installation sends no e-mail. Its operator can print the link for that address with:')}
            </Text>
            <Code block>heartbell dashboard --confirm-email {email}</Code>
          </>
        )}
        <Group gap="xs">
          {hasMail && (
            <Button size="xs" onClick={() => again.mutate({})} loading={again.isPending}>
              {t('Send it again')}
            </Button>
          )}
          <Button size="xs" variant="subtle" onClick={() => cancel.mutate({})} loading={cancel.isPending}>
            {t('Cancel the change')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function ChangeForm({ onDone }: { onDone: () => void }) {
  const t = useT()
  const change = useAction('/me/email', { next: onDone })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    change.mutate({ email: String(form.get('email')), currentPassword: String(form.get('currentPassword')) })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput name="email" type="email" label={t('New e-mail address')} required autoComplete="email" autoFocus />
        <CurrentPassword />
        <Group>
          <Button type="submit" variant="filled" loading={change.isPending}>
            {t('Continue')}
          </Button>
          <Button variant="subtle" onClick={onDone}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
