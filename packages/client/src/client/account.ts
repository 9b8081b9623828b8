/** Signing in with what the store's server vouches for: the guest's lists go to the account, once a login. */
import type { Client } from './client.ts'
import { newKey, type Who } from './identity.ts'
import type { Problem } from './wire.ts'

export async function signIn({ identity, emit, dropCache, refresh }: Client, token: string): Promise<void> {
  const account = accountOf(token)
  if (identity.account() === account) return
  const sync = async () => {
    identity.become((await identity.ask('lists/user-validate-sync', { identity: token }, newKey())) as Who, account)
  }
  identity.onRegistered = async () => {
    if (!identity.account()) await sync()
  }
  // an account's regid is not a guest to bring along
  if (identity.account()) await identity.register()
  await sync().catch(async (problem: Problem) => {
    if (problem.type !== 'other-account') throw problem
    await identity.register()
    await sync()
  })
  dropCache()
  emit('identity')
  await refresh()
}

/** The address inside a token, to see that it is the one we know already; the service checks the token itself. */
export function accountOf(token: string): string {
  const [first = '', second = ''] = token.split('.')
  try {
    const text = (part: string) => atob(part.replace(/-/g, '+').replace(/_/g, '/'))
    return /^\d+$/.test(second) ? text(first) : JSON.parse(text(second)).email
  } catch {
    return token
  }
}

/** On a shared device the next one begins with nothing. */
export function signOut({ shelf, emit }: Client): void {
  for (const name of ['who', 'account', 'lists', 'queue', 'alerts']) shelf.put(name, null)
  emit('identity')
  emit()
}
