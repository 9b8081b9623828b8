/** The field for the current password, required before sign-in settings change. */
import { PasswordInput } from '@mantine/core'
import { useT } from '../../words/translate.ts'

export function CurrentPassword() {
  const t = useT()
  return (
    <PasswordInput
      name="currentPassword"
      label={t('Current password')}
      required
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('Show the password') }}
    />
  )
}
