/** E-mail and password; whoever has none gets a link from the command line or a colleague. */
import { Button, Card, Center, Code, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { act } from '../calls.ts'
import heart from '../heart.svg'
import { useSay } from '../words/words.ts'

export function SignIn() {
  const say = useSay()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(null)
    try {
      const me = await act('/sign-in', { email: form.get('email'), password: form.get('password') })
      queries.setQueryData(['me'], me)
      await navigate({ to: '/' })
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Center mih="100vh" p="md" component="main">
      <Card w="100%" maw={400} p="xl">
        <form onSubmit={signIn}>
          <Stack>
            <img src={heart} alt="" width={40} height={40} />
            <Title order={1} size="h3">
              {say('Sign in')}
            </Title>
            <TextInput
              name="email"
              type="email"
              label={say('E-mail address')}
              autoComplete="username"
              required
              autoFocus
            />
            <PasswordInput
              name="password"
              label={say('Password')}
              autoComplete="current-password"
              required
              error={problem}
              visibilityToggleButtonProps={{ 'aria-label': say('Show the password') }}
            />
            <Button type="submit" variant="filled" loading={isBusy}>
              {say('Sign in')}
            </Button>
            <Text size="sm" c="dimmed">
              {say('No password yet? On the server, this prints a link:')} <Code>heartbell dashboard</Code>
            </Text>
          </Stack>
        </form>
      </Card>
    </Center>
  )
}
