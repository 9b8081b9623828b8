/** E-mail and password, wherever somebody has to sign in. */
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { act } from '../../calls.ts'
import type { Me } from '../../session.ts'
import { useSay } from '../../words/words.ts'

type Props = {
  /** An address that is known already and can't be another. */
  email?: string
  action: string
  onDone: (me: Me) => Promise<unknown> | undefined
}

export function SignInForm({ email, action, onDone }: Props) {
  const say = useSay()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(null)
    try {
      const me = await act<Me>('/sign-in', { email: form.get('email'), password: form.get('password') })
      // Another person may have been signed in before.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' && queryKey[0] !== 'invitation' })
      queries.setQueryData(['me'], me)
      await onDone(me)
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={signIn}>
      <Stack>
        <TextInput
          name="email"
          type="email"
          label={say('E-mail address')}
          autoComplete="username"
          required
          readOnly={email !== undefined}
          {...(email !== undefined && { defaultValue: email })}
          autoFocus={email === undefined}
        />
        <PasswordInput
          name="password"
          label={say('Password')}
          autoComplete="current-password"
          required
          error={problem && say(problem)}
          visibilityToggleButtonProps={{ 'aria-label': say('Show the password') }}
        />
        <Button type="submit" variant="filled" loading={isBusy}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}
