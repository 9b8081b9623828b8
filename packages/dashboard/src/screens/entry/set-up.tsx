/** The first visit: e-mail and password together, so that nobody has one without the other. */
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { act } from '../../calls.ts'
import { Panel } from '../../parts/panel.tsx'
import { NewPassword, readNewPassword } from '../../parts/password-fields.tsx'
import type { Me } from '../../session.ts'
import { useSay } from '../../words/words.ts'

export function SetUp({ me }: { me: Me }) {
  const say = useSay()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = readNewPassword(form)
    setProblem(password === null ? say('The passwords differ.') : null)
    if (password === null) return
    setBusy(true)
    setRefused(null)
    try {
      const fields = { email: form.get('email'), name: form.get('name'), password }
      queries.setQueryData(['me'], await act<Me>('/me/setup', fields))
    } catch (error) {
      setRefused((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title={say('Set up your account')}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{say('With these you sign in from now on, from any browser.')}</Text>
          <TextInput label={say('Your name')} name="name" maxLength={100} defaultValue={me.name} autoComplete="name" />
          <TextInput
            label={say('E-mail address')}
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
              {say(refused)}
            </Alert>
          )}
          <Button type="submit" variant="filled" loading={isBusy}>
            {say('Continue')}
          </Button>
        </Stack>
      </form>
    </Panel>
  )
}
