/** Sign-in page; afterwards it returns to the requested page. */
import { Anchor, Code, Text } from '@mantine/core'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { CenteredCard } from '../../components/layout/centered-card.tsx'
import { useT } from '../../words/translate.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Only paths of the dashboard: an open redirect would help phishing. */
const isOurs = (path: unknown): path is string => typeof path === 'string' && /^\/dashboard(\/|$)/.test(path)

export function SignIn() {
  const t = useT()
  const { history } = useRouter()
  const { to } = useSearch({ strict: false }) as { to?: string }
  return (
    <CenteredCard title={t('Sign in')}>
      <SignInForm action={t('Sign in')} onDone={async () => history.replace(isOurs(to) ? to : '/dashboard/')}>
        <Anchor component={Link} to="/forgot" size="sm">
          {t('Forgotten password')}
        </Anchor>
        <Text size="sm" c="dimmed">
          {t('No password yet? On the server, this command prints a link:')} <Code>heartbell dashboard</Code>
        </Text>
      </SignInForm>
    </CenteredCard>
  )
}
