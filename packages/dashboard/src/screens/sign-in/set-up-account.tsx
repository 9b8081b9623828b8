/** First visit: address and password are set together, because an account needs both. */
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { post } from '../../api.ts'
import { NewPassword, readNewPassword } from '../../components/forms/new-password.tsx'
import { CenteredCard } from '../../components/layout/centered-card.tsx'
import type { Me } from '../../session.ts'
import { useT } from '../../words/translate.ts'

export function SetUpAccount({ me }: { me: Me }) {
  const t = useT()
  const queries = useQueryClient()
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
      const fields = { email: String(form.get('email')), name: String(form.get('name')), password }
      queries.setQueryData(['me'], await post('/me/setup', fields))
    } catch (error) {
      setRefused((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <CenteredCard title={t('Set up your account')}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t('You use these to sign in from any browser.')}</Text>
          <TextInput label={t('Your name')} name="name" maxLength={100} defaultValue={me.name} autoComplete="name" />
          <TextInput
            label={t('E-mail address')}
            name="email"
            type="email"
            required
            defaultValue={me.email ?? ''}
            readOnly={!me.isOperator}
            autoComplete="username"
          />
          <NewPassword problem={problem} />
          {refused && (
            <Alert color="red" role="alert">
              {t(refused)}
            </Alert>
          )}
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('Continue')}
          </Button>
        </Stack>
      </form>
    </CenteredCard>
  )
}
