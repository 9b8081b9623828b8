/** The password that is asked before something about signing in changes. */
import { PasswordInput } from '@mantine/core'
import { useSay } from '../../words/words.ts'

export function CurrentPassword() {
  const say = useSay()
  return (
    <PasswordInput
      name="currentPassword"
      label={say('Current password')}
      required
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': say('Show the password') }}
    />
  )
}
