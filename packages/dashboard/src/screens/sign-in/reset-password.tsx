/** Sets a new password with a link. */
import { Alert, Anchor, Button, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type PersonAnswer, post } from '../../api.ts'
import { NewPassword, readNewPassword } from '../../components/forms/new-password.tsx'
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

function Form({ token, email, needsCode }: Reset & { token: string }) {
  const t = useT()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = readNewPassword(form)
    setProblem(password === null ? t('The passwords differ.') : null)
    if (password === null) return
    setBusy(true)
    setRefused(null)
    try {
      const code = form.get('code')
      const me = await post('/reset', { token, password, ...(code !== null && { code: String(code) }) })
      queries.clear()
      queries.setQueryData(['me'], me)
      await navigate({ to: '/', replace: true })
    } catch (error) {
      setRefused((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput name="email" label={t('E-mail address')} value={email ?? ''} readOnly autoComplete="username" />
        <NewPassword problem={problem} />
        {needsCode && (
          <>
            <Text size="sm">
              {t('Type the code that your authenticator app shows, or one of your recovery codes.')}
            </Text>
            <CodeInput problem={null} />
          </>
        )}
        {refused && (
          <Alert color="red" role="alert">
            {t(refused)}
          </Alert>
        )}
        <Button type="submit" variant="filled" loading={isBusy}>
          {t('Set the password')}
        </Button>
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
      </Stack>
    </form>
  )
}
