/** A forgotten password: a mail with a link, or how to get one where no mail is sent. */
import { Anchor, Button, Code, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { act, ask } from '../../calls.ts'
import { Panel } from '../../parts/panel.tsx'
import { useLocale, useSay } from '../../words/words.ts'

export function Forgot() {
  const say = useSay()
  const locale = useLocale()
  const about = useQuery({ queryKey: ['sign-in'], queryFn: () => ask<{ hasMail: boolean }>('/sign-in') })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    setBusy(true)
    setProblem(null)
    try {
      await act('/forgot', { email, locale })
      setSentTo(email)
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const back = (
    <Anchor component={Link} to="/sign-in" size="sm">
      {say('Back to signing in')}
    </Anchor>
  )
  if (about.data && !about.data.hasMail)
    return (
      <Panel title={say('Forgotten password')}>
        <Text size="sm">
          {say(
            'This installation sends no mail. Ask the person who runs it for a link; on the server, this prints one:',
          )}
        </Text>
        <Code block>heartbell dashboard --reset E-MAIL</Code>
        {back}
      </Panel>
    )
  if (sentTo !== null)
    return (
      <Panel title={say('Look into your mail')}>
        <Text size="sm" role="status">
          {say('If {email} has an account, a mail with a link is on its way. The link works for an hour.', {
            email: sentTo,
          })}
        </Text>
        {back}
      </Panel>
    )
  return (
    <Panel title={say('Forgotten password')}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{say('We send you a link with which you choose a new one.')}</Text>
          <TextInput
            name="email"
            type="email"
            label={say('E-mail address')}
            autoComplete="username"
            required
            autoFocus
            error={problem && say(problem)}
          />
          <Button type="submit" variant="filled" loading={isBusy}>
            {say('Send the link')}
          </Button>
          {back}
        </Stack>
      </form>
    </Panel>
  )
}
