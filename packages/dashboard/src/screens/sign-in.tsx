/** Signing in, and back to the page that was asked for. */
import { Anchor, Code, Text } from '@mantine/core'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { Panel } from '../parts/panel.tsx'
import { useSay } from '../words/words.ts'
import { SignInForm } from './entry/sign-in-form.tsx'

/** A page of the dashboard, and never another site's. */
const isOurs = (path: unknown): path is string => typeof path === 'string' && /^\/dashboard(\/|$)/.test(path)

export function SignIn() {
  const say = useSay()
  const { history } = useRouter()
  const { to } = useSearch({ strict: false }) as { to?: string }
  return (
    <Panel title={say('Sign in')}>
      <SignInForm action={say('Sign in')} onDone={async () => history.replace(isOurs(to) ? to : '/dashboard/')}>
        <Anchor component={Link} to="/forgot" size="sm">
          {say('Forgotten password')}
        </Anchor>
        <Text size="sm" c="dimmed">
          {say('No password yet? On the server, this prints a link:')} <Code>heartbell dashboard</Code>
        </Text>
      </SignInForm>
    </Panel>
  )
}
