/** An opened invitation: accepted with an existing account or a new one. */
import { Alert, Anchor, Button, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type PersonAnswer, post } from '../../api.ts'
import { NewPasswordForm } from '../../components/forms/new-password-form.tsx'
import { CenteredCard } from '../../components/layout/centered-card.tsx'
import { roleNames } from '../../display-names.ts'
import { useLinkToken } from '../../hooks/use-link-token.ts'
import { type Me, useMe } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import { SignInForm } from './sign-in-form.tsx'

type Offer = PersonAnswer<'/invitations/look'>

export function Invitation() {
  const t = useT()
  // What follows the # never reaches a server or its log.
  const token = useLinkToken()
  const me = useMe()
  const offer = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => post('/invitations/look', { token }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (offer.error)
    return (
      <CenteredCard title={t('Invitation')}>
        <Text role="alert">{t(offer.error.message)}</Text>
        <Anchor component={Link} to="/">
          {t('Sign in')}
        </Anchor>
      </CenteredCard>
    )
  if (!offer.data || me.isLoading)
    return (
      <CenteredCard title={t('Invitation')}>
        <Loader aria-label={t('Loading')} />
      </CenteredCard>
    )
  const { storeName, role, email } = offer.data
  return (
    <CenteredCard title={t('Join {store}', { store: storeName })}>
      <Text size="sm">
        {t('{email} is invited to work for {store} as {role}.', {
          email,
          store: storeName,
          role: t(roleNames[role].name),
        })}{' '}
        {t(roleNames[role].about)}
      </Text>
      {me.data ? <Accept token={token} offer={offer.data} me={me.data} /> : <Enter token={token} email={email} />}
    </CenteredCard>
  )
}

/** Accepting adds a store, so the person's data is read again. */
function useOpenStore() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (store: string | undefined) => {
    await queries.invalidateQueries({ queryKey: ['me'] })
    await navigate({ to: (store ? `/${store}` : '/') as never, replace: true })
  }
}

const accept = (token: string) => post('/invitations/accept', { token })

function Accept({ token, offer, me }: { token: string; offer: Offer; me: Me }) {
  const t = useT()
  const queries = useQueryClient()
  const open = useOpenStore()
  const [problem, setProblem] = useState<string | null>(null)
  const signOut = async () => {
    await post('/sign-out', {})
    queries.removeQueries({ queryKey: ['me'] })
    location.reload()
  }
  if (me.email !== offer.email)
    return (
      <Stack>
        <Alert color="yellow">
          {t('You are signed in as {email}. This invitation is for another address.', {
            email: me.email ?? me.name,
          })}
        </Alert>
        <Button onClick={signOut}>{t('Sign out and continue')}</Button>
      </Stack>
    )
  return (
    <Stack>
      {problem && <Text role="alert">{t(problem)}</Text>}
      <Button
        variant="filled"
        onClick={() =>
          accept(token).then(
            ({ store }) => open(store),
            (error: Error) => setProblem(error.message),
          )
        }
      >
        {t('Accept the invitation')}
      </Button>
    </Stack>
  )
}

/** The page does not know whether the address has an account, so that a link reveals nothing. */
function Enter({ token, email }: { token: string; email: string }) {
  const t = useT()
  const open = useOpenStore()
  const [hasAccount, setHasAccount] = useState(false)
  if (!hasAccount) return <Join token={token} email={email} onHasAccount={() => setHasAccount(true)} />
  return (
    <>
      <SignInForm
        email={email}
        action={t('Sign in and accept')}
        onDone={async () => open((await accept(token)).store)}
      />
      <Anchor component="button" size="sm" ta="start" onClick={() => setHasAccount(false)}>
        {t('I have no account yet')}
      </Anchor>
    </>
  )
}

function Join({ token, email, onHasAccount }: { token: string; email: string; onHasAccount: () => void }) {
  const t = useT()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const join = async (password: string, form: FormData) => {
    const fields = { token, name: String(form.get('name')), password }
    queries.setQueryData(['me'], await post('/invitations/join', fields))
    await navigate({ to: '/', replace: true })
  }
  const instead = (
    <Anchor component="button" type="button" size="sm" ta="start" onClick={onHasAccount}>
      {t('I already have an account')}
    </Anchor>
  )
  return (
    <NewPasswordForm action={t('Create account')} onSubmit={join} footer={instead}>
      <TextInput label={t('E-mail address')} name="email" value={email} readOnly autoComplete="username" />
      <TextInput label={t('Your name')} name="name" maxLength={100} required autoComplete="name" />
    </NewPasswordForm>
  )
}
