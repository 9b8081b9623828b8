/** A new password, typed twice; the form reads it with `readNewPassword`. */
import { PasswordInput } from '@mantine/core'
import { useSay } from '../words/words.ts'

export const shortestPassword = 10

/** Null when the two differ. */
export function readNewPassword(form: FormData): string | null {
  const password = String(form.get('password') ?? '')
  return password === form.get('repeated') ? password : null
}

export function NewPassword({ problem }: { problem: string | null }) {
  const say = useSay()
  const shown = { visibilityToggleButtonProps: { 'aria-label': say('Show the password') } }
  return (
    <>
      <PasswordInput
        name="password"
        label={say('New password')}
        description={say('At least 10 characters.')}
        minLength={shortestPassword}
        maxLength={200}
        required
        autoComplete="new-password"
        {...shown}
      />
      <PasswordInput
        name="repeated"
        label={say('Repeat password')}
        required
        error={problem}
        autoComplete="new-password"
        {...shown}
      />
    </>
  )
}
