/** Sign-in form: address and password, then a code if the account has two-step sign-in. */
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type PersonAnswer, post } from '../../api.ts'
import type { Me } from '../../session.ts'
import { useT } from '../../words/translate.ts'

type Props = {
  /** A fixed address that can't be edited. */
  email?: string
  action: string
  onDone: (me: Me) => Promise<unknown> | undefined
  /** Shown below the password step only. */
  children?: ReactNode
}

type SignInAnswer = PersonAnswer<'/sign-in'>

/** Sends a form and stores its error. */
function useSending() {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return { problem, isBusy, send }
}

export function SignInForm({ email, action, onDone, children }: Props) {
  const queries = useQueryClient()
  const [ticket, setTicket] = useState<string | null>(null)
  const enter = async (me: Me) => {
    // Another person may have been signed in before.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' && queryKey[0] !== 'invitation' })
    queries.setQueryData(['me'], me)
    await onDone(me)
  }
  if (ticket !== null) return <CodeStep ticket={ticket} onDone={enter} onBack={() => setTicket(null)} />
  const next = (answer: SignInAnswer) => ('needsCode' in answer ? setTicket(answer.ticket) : enter(answer))
  return (
    <>
      <PasswordStep {...(email !== undefined && { email })} action={action} onNext={next} />
      {children}
    </>
  )
}

function PasswordStep(props: { email?: string; action: string; onNext: (answer: SignInAnswer) => unknown }) {
  const { email, action, onNext } = props
  const t = useT()
  const { problem, isBusy, send } = useSending()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const fields = { email: String(form.get('email')), password: String(form.get('password')) }
    void send(async () => onNext(await post('/sign-in', fields)))
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          name="email"
          type="email"
          label={t('E-mail address')}
          autoComplete="username"
          required
          readOnly={email !== undefined}
          {...(email !== undefined && { defaultValue: email })}
          autoFocus={email === undefined}
        />
        <PasswordInput
          name="password"
          label={t('Password')}
          autoComplete="current-password"
          required
          error={problem && t(problem)}
          visibilityToggleButtonProps={{ 'aria-label': t('Show the password') }}
        />
        <Button type="submit" variant="filled" loading={isBusy}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}

type CodeProps = { ticket: string; onDone: (me: Me) => Promise<unknown>; onBack: () => void }

function CodeStep({ ticket, onDone, onBack }: CodeProps) {
  const t = useT()
  const { problem, isBusy, send } = useSending()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    void send(async () => onDone(await post('/sign-in/code', { ticket, code })))
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t('Type the code that your authenticator app shows, or one of your recovery codes.')}</Text>
        <CodeInput problem={problem} autoFocus />
        <Button type="submit" variant="filled" loading={isBusy}>
          {t('Continue')}
        </Button>
        <Anchor component="button" type="button" size="sm" ta="start" onClick={onBack}>
          {t('Use another account')}
        </Anchor>
      </Stack>
    </form>
  )
}

export function CodeInput({ problem, autoFocus = false }: { problem: string | null; autoFocus?: boolean }) {
  const t = useT()
  return (
    <TextInput
      name="code"
      label={t('Code')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      required
      autoFocus={autoFocus}
      error={problem && t(problem)}
    />
  )
}
