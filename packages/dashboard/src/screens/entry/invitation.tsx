/** An invitation that somebody opened: which store, as what, and accepting it with an account, an old or a new one. */
import { Alert, Anchor, Button, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { act } from '../../calls.ts'
import { Panel } from '../../parts/panel.tsx'
import { NewPassword, readNewPassword } from '../../parts/password-fields.tsx'
import { useLinkToken } from '../../parts/use-link-token.ts'
import { roleNames } from '../../roles.ts'
import { type Me, type Role, useMe } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { SignInForm } from './sign-in-form.tsx'

type Offer = { storeName: string; role: Role; email: string }

export function Invitation() {
  const say = useSay()
  // What follows the # never reaches a server or its log.
  const token = useLinkToken()
  const me = useMe()
  const offer = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => act<Offer>('/invitations/look', { token }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (offer.error)
    return (
      <Panel title={say('Invitation')}>
        <Text role="alert">{say(offer.error.message)}</Text>
        <Anchor component={Link} to="/">
          {say('Sign in')}
        </Anchor>
      </Panel>
    )
  if (!offer.data || me.isLoading)
    return (
      <Panel title={say('Invitation')}>
        <Loader aria-label={say('Loading')} />
      </Panel>
    )
  const { storeName, role, email } = offer.data
  return (
    <Panel title={say('Join {store}', { store: storeName })}>
      <Text size="sm">
        {say('{email} is invited to work for {store} as {role}.', {
          email,
          store: storeName,
          role: say(roleNames[role].name),
        })}{' '}
        {say(roleNames[role].about)}
      </Text>
      {me.data ? <Accept token={token} offer={offer.data} me={me.data} /> : <Enter token={token} email={email} />}
    </Panel>
  )
}

/** After accepting, the list of stores is another. */
function useOpenStore() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (store: string | undefined) => {
    await queries.invalidateQueries({ queryKey: ['me'] })
    await navigate({ to: (store ? `/${store}` : '/') as never, replace: true })
  }
}

const accept = (token: string) => act<{ store: string }>('/invitations/accept', { token })

function Accept({ token, offer, me }: { token: string; offer: Offer; me: Me }) {
  const say = useSay()
  const queries = useQueryClient()
  const open = useOpenStore()
  const [problem, setProblem] = useState<string | null>(null)
  const signOut = async () => {
    await act('/sign-out')
    queries.removeQueries({ queryKey: ['me'] })
    location.reload()
  }
  if (me.email !== offer.email)
    return (
      <Stack>
        <Alert color="yellow">
          {say('You are signed in as {email}. This invitation is for another address.', {
            email: me.email ?? me.name,
          })}
        </Alert>
        <Button onClick={signOut}>{say('Sign out and continue')}</Button>
      </Stack>
    )
  return (
    <Stack>
      {problem && <Text role="alert">{say(problem)}</Text>}
      <Button
        variant="filled"
        onClick={() =>
          accept(token).then(
            ({ store }) => open(store),
            (error: Error) => setProblem(error.message),
          )
        }
      >
        {say('Accept the invitation')}
      </Button>
    </Stack>
  )
}

/** The page does not know whether the address has an account, so that a link tells nobody. */
function Enter({ token, email }: { token: string; email: string }) {
  const say = useSay()
  const open = useOpenStore()
  const [hasAccount, setHasAccount] = useState(false)
  if (!hasAccount) return <Join token={token} email={email} onHasAccount={() => setHasAccount(true)} />
  return (
    <>
      <SignInForm
        email={email}
        action={say('Sign in and accept')}
        onDone={async () => open((await accept(token)).store)}
      />
      <Anchor component="button" size="sm" ta="start" onClick={() => setHasAccount(false)}>
        {say('I have no account yet')}
      </Anchor>
    </>
  )
}

function Join({ token, email, onHasAccount }: { token: string; email: string; onHasAccount: () => void }) {
  const say = useSay()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const join = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = readNewPassword(form)
    setProblem(password === null ? say('The passwords differ.') : null)
    if (password === null) return
    setBusy(true)
    setRefused(null)
    try {
      queries.setQueryData(['me'], await act<Me>('/invitations/join', { token, name: form.get('name'), password }))
      await navigate({ to: '/', replace: true })
    } catch (error) {
      setRefused((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={join}>
      <Stack>
        <TextInput label={say('E-mail address')} name="email" value={email} readOnly autoComplete="username" />
        <TextInput label={say('Your name')} name="name" maxLength={100} required autoComplete="name" />
        <NewPassword problem={problem} />
        {refused && (
          <Alert color="red" role="alert">
            {say(refused)}
          </Alert>
        )}
        <Button type="submit" variant="filled" loading={isBusy}>
          {say('Create account')}
        </Button>
        <Anchor component="button" type="button" size="sm" ta="start" onClick={onHasAccount}>
          {say('I already have an account')}
        </Anchor>
      </Stack>
    </form>
  )
}
