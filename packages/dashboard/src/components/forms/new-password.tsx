/** Two fields for a new password; the form reads them with `readNewPassword`. */
import { PasswordInput } from '@mantine/core'
import { useT } from '../../words/translate.ts'

export const shortestPassword = 10

/** Null when the two differ. */
export function readNewPassword(form: FormData): string | null {
  const password = String(form.get('password') ?? '')
  return password === form.get('repeated') ? password : null
}

export function NewPassword({ problem }: { problem: string | null }) {
  const t = useT()
  const shown = { visibilityToggleButtonProps: { 'aria-label': t('Show the password') } }
  return (
    <>
      <PasswordInput
        name="password"
        label={t('New password')}
        description={t('At least 10 characters.')}
        minLength={shortestPassword}
        maxLength={200}
        required
        autoComplete="new-password"
        {...shown}
      />
      <PasswordInput
        name="repeated"
        label={t('Repeat password')}
        required
        error={problem}
        autoComplete="new-password"
        {...shown}
      />
    </>
  )
}
