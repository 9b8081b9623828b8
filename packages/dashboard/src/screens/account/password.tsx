/** Changing the password. */
import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { NewPassword, readNewPassword } from '../../parts/password-fields.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useMe } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { CurrentPassword } from './current-password.tsx'
import { Section } from './section.tsx'

export function ChangePassword() {
  const say = useSay()
  const { data: me } = useMe()
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const change = useAct<Record<string, string>>('/me/password', {
    done: say('The password is changed. Everywhere else you are signed out.'),
    next: () => setOpen(false),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = readNewPassword(form)
    setProblem(password === null ? say('The passwords differ.') : null)
    if (password !== null) change.mutate({ password, currentPassword: String(form.get('currentPassword')) })
  }
  return (
    <Section title={say('Password')}>
      {!isOpen && (
        <Group>
          <Button onClick={() => setOpen(true)}>{say('Change the password')}</Button>
        </Group>
      )}
      {isOpen && (
        <form onSubmit={submit}>
          <Stack>
            <input type="hidden" autoComplete="username" value={me!.email ?? ''} readOnly />
            <CurrentPassword />
            <NewPassword problem={problem} />
            <Group>
              <Button type="submit" variant="filled" loading={change.isPending}>
                {say('Change the password')}
              </Button>
              <Button variant="subtle" onClick={() => setOpen(false)}>
                {say('Cancel')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Section>
  )
}
