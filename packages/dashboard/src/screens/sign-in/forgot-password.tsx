/** Requests a password link by e-mail; without e-mail, explains the command that prints one. */
import { Anchor, Button, Code, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { get, post } from '../../api.ts'
import { CenteredCard } from '../../components/layout/centered-card.tsx'
import { useLocale, useT } from '../../words/translate.ts'

export function ForgotPassword() {
  const t = useT()
  const locale = useLocale()
  const about = useQuery({ queryKey: ['sign-in'], queryFn: () => get('/sign-in') })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    setBusy(true)
    setProblem(null)
    try {
      await post('/forgot', { email, locale: locale === 'de' ? 'de' : 'en' })
      setSentTo(email)
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const back = (
    <Anchor component={Link} to="/sign-in" size="sm">
      {t('Back to signing in')}
    </Anchor>
  )
  if (about.data && !about.data.hasMail)
    return (
      <CenteredCard title={t('Forgotten password')}>
        <Text size="sm">
          {t('This installation sends no e-mail. Ask its operator for a link; on the server, this command prints one:')}
        </Text>
        <Code block>heartbell dashboard --reset E-MAIL</Code>
        {back}
      </CenteredCard>
    )
  if (sentTo !== null)
    return (
      <CenteredCard title={t('Check your e-mail')}>
        <Text size="sm" role="status">
          {t('If {email} has an account, a mail with a link is on its way. The link works for an hour.', {
            email: sentTo,
          })}
        </Text>
        {back}
      </CenteredCard>
    )
  return (
    <CenteredCard title={t('Forgotten password')}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t('We e-mail you a link to choose a new one.')}</Text>
          <TextInput
            name="email"
            type="email"
            label={t('E-mail address')}
            autoComplete="username"
            required
            autoFocus
            error={problem && t(problem)}
          />
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('Send the link')}
          </Button>
          {back}
        </Stack>
      </form>
    </CenteredCard>
  )
}
