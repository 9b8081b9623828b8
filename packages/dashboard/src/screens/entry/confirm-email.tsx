/** A new address is confirmed by whoever opened its mail, signed in as the account it is for. */
import { Anchor, Button, Loader, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { act } from '../../calls.ts'
import { Panel } from '../../parts/panel.tsx'
import { useLinkToken } from '../../parts/use-link-token.ts'
import { type Me, useMe } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { SignInForm } from './sign-in-form.tsx'

export function ConfirmEmail() {
  const say = useSay()
  const queries = useQueryClient()
  const token = useLinkToken()
  const me = useMe()
  const [problem, setProblem] = useState<string | null>(null)
  const [changed, setChanged] = useState<Me | null>(null)
  const confirm = async () => {
    setProblem(null)
    try {
      const after = await act<Me>('/me/email/confirm', { token })
      queries.setQueryData(['me'], after)
      setChanged(after)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  if (changed)
    return (
      <Panel title={say('Your new address')}>
        <Text role="status">{say('From now on you sign in with {email}.', { email: changed.email ?? '' })}</Text>
        <Anchor component={Link} to="/">
          {say('Open the dashboard')}
        </Anchor>
      </Panel>
    )
  return (
    <Panel title={say('Confirm your new address')}>
      {me.isLoading && <Loader aria-label={say('Loading')} />}
      {!me.isLoading && !me.data && (
        <>
          <Text size="sm">{say('Sign in with the address you had before.')}</Text>
          <SignInForm action={say('Sign in')} onDone={async () => {}} />
        </>
      )}
      {me.data && (
        <Stack>
          {problem && <Text role="alert">{say(problem)}</Text>}
          <Text size="sm">{say('You are signed in as {email}.', { email: me.data.email ?? me.data.name })}</Text>
          <Button variant="filled" onClick={confirm}>
            {say('Confirm the address')}
          </Button>
        </Stack>
      )}
    </Panel>
  )
}
