/** Changing the password. */
import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { NewPassword, readNewPassword } from '../../components/forms/new-password.tsx'
import { useAction } from '../../hooks/use-action.ts'
import { useMe } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import { CurrentPassword } from './current-password.tsx'
import { Section } from './section.tsx'

export function ChangePassword() {
  const t = useT()
  const { data: me } = useMe()
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const change = useAction('/me/password', {
    done: t('Password changed. You are signed out on all other devices.'),
    next: () => setOpen(false),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = readNewPassword(form)
    setProblem(password === null ? t('The passwords differ.') : null)
    if (password !== null) change.mutate({ password, currentPassword: String(form.get('currentPassword')) })
  }
  return (
    <Section title={t('Password')}>
      {!isOpen && (
        <Group>
          <Button onClick={() => setOpen(true)}>{t('Change the password')}</Button>
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
                {t('Change the password')}
              </Button>
              <Button variant="subtle" onClick={() => setOpen(false)}>
                {t('Cancel')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Section>
  )
}
