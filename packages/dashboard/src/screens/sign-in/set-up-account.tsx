/** First visit: address and password are set together, because an account needs both. */
import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { post } from '../../api.ts'
import { NewPasswordForm } from '../../components/forms/new-password-form.tsx'
import { CenteredCard } from '../../components/layout/centered-card.tsx'
import type { Me } from '../../session.ts'
import { useT } from '../../words/translate.ts'

export function SetUpAccount({ me }: { me: Me }) {
  const t = useT()
  const queries = useQueryClient()
  const setUp = async (password: string, form: FormData) => {
    const fields = { email: String(form.get('email')), name: String(form.get('name')), password }
    queries.setQueryData(['me'], await post('/me/setup', fields))
  }
  return (
    <CenteredCard title={t('Set up your account')}>
      <NewPasswordForm action={t('Continue')} onSubmit={setUp}>
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
      </NewPasswordForm>
    </CenteredCard>
  )
}
