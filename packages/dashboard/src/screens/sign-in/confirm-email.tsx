/** Confirms a new address: the person opens the link of its mail while signed in to the account. */
import { Anchor, Button, Loader, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { post } from '../../api.ts'
import { CenteredCard } from '../../components/layout/centered-card.tsx'
import { useLinkToken } from '../../hooks/use-link-token.ts'
import { type Me, useMe } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import { SignInForm } from './sign-in-form.tsx'

export function ConfirmEmail() {
  const t = useT()
  const queries = useQueryClient()
  const token = useLinkToken()
  const me = useMe()
  const [problem, setProblem] = useState<string | null>(null)
  const [changed, setChanged] = useState<Me | null>(null)
  const confirm = async () => {
    setProblem(null)
    try {
      const after = await post('/me/email/confirm', { token })
      queries.setQueryData(['me'], after)
      setChanged(after)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  if (changed)
    return (
      <CenteredCard title={t('Your new address')}>
        <Text role="status">{t('From now on you sign in with {email}.', { email: changed.email ?? '' })}</Text>
        <Anchor component={Link} to="/">
          {t('Open the dashboard')}
        </Anchor>
      </CenteredCard>
    )
  return (
    <CenteredCard title={t('Confirm your new address')}>
      {me.isLoading && <Loader aria-label={t('Loading')} />}
      {!me.isLoading && !me.data && (
        <>
          <Text size="sm">{t('Sign in with the address you had before.')}</Text>
          <SignInForm action={t('Sign in')} onDone={async () => {}} />
        </>
      )}
      {me.data && (
        <Stack>
          {problem && <Text role="alert">{t(problem)}</Text>}
          <Text size="sm">{t('You are signed in as {email}.', { email: me.data.email ?? me.data.name })}</Text>
          <Button variant="filled" onClick={confirm}>
            {t('Confirm the address')}
          </Button>
        </Stack>
      )}
    </CenteredCard>
  )
}
