/** Sets a new password with a link. */
import { Alert, Anchor, Loader, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type PersonAnswer, post } from '../../api.ts'
import { NewPasswordForm } from '../../components/forms/new-password-form.tsx'
import { CenteredCard } from '../../components/layout/centered-card.tsx'
import { useLinkToken } from '../../hooks/use-link-token.ts'
import { useT } from '../../words/translate.ts'
import { CodeInput } from './sign-in-form.tsx'

type Reset = PersonAnswer<'/reset/look'>

export function ResetPassword() {
  const t = useT()
  // What follows the # never reaches a server or its log.
  const token = useLinkToken()
  const reset = useQuery({
    queryKey: ['reset', token],
    queryFn: () => post('/reset/look', { token }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  return (
    <CenteredCard title={t('New password')}>
      {reset.isPending && <Loader aria-label={t('Loading')} />}
      {reset.error && (
        <>
          <Text role="alert">{t(reset.error.message)}</Text>
          <Anchor component={Link} to="/forgot" size="sm">
            {t('Ask for a new link')}
          </Anchor>
        </>
      )}
      {reset.data && <Form token={token} {...reset.data} />}
    </CenteredCard>
  )
}

function Form({ token, email, needsCode, removesSecondFactor }: Reset & { token: string }) {
  const t = useT()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const reset = async (password: string, form: FormData) => {
    const code = form.get('code')
    const me = await post('/reset', { token, password, ...(code !== null && { code: String(code) }) })
    queries.clear()
    queries.setQueryData(['me'], me)
    await navigate({ to: '/', replace: true })
  }
  const code = needsCode && (
    <>
      <Text size="sm">{t('Type the code that your authenticator app shows, or one of your recovery codes.')}</Text>
      <CodeInput problem={null} />
    </>
  )
  const notes = (
    <>
      <Text size="sm" c="dimmed">
        {t('You will be signed out on all other devices.')}
      </Text>
      {needsCode && (
        <Text size="sm" c="dimmed">
          {t(
            'Phone and recovery codes lost? The operator of this installation can help with heartbell dashboard --reset.',
          )}
        </Text>
      )}
    </>
  )
  return (
    <NewPasswordForm action={t('Set the password')} onSubmit={reset} below={code} footer={notes}>
      {removesSecondFactor && (
        <Alert color="yellow">
          {t('This link also switches two-step sign-in off. Set it up again in your account afterwards.')}
        </Alert>
      )}
      <TextInput name="email" label={t('E-mail address')} value={email ?? ''} readOnly autoComplete="username" />
    </NewPasswordForm>
  )
}
