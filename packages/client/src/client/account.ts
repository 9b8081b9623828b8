/** Signing in with a token of the store's server, which merges the guest's lists into the account, and signing out. */
import type { Client } from './client.ts'
import type { Problem } from './sync/call-api.ts'
import type { Who } from './sync/identity.ts'
import { newKey } from './sync/new-key.ts'

export async function signIn(client: Client, token: string): Promise<void> {
  const { identity, connect, emit, dropCache, refresh } = client
  const account = accountOf(token)
  if (identity.account() === account) return
  const service = await connect()
  const sync = async () => {
    service.become((await service.ask('lists/user-validate-sync', { identity: token }, newKey())) as Who, account)
  }
  service.onRegistered = async () => {
    if (!identity.account()) await sync()
  }
  // an account is not merged into another
  if (identity.account()) await startAsNewGuest(client)
  await sync().catch(async (problem: Problem) => {
    if (problem.type !== 'other-account') throw problem
    await startAsNewGuest(client)
    await sync()
  })
  dropCache()
  emit('identity')
  await refresh()
}

/** What waits is sent for the person before, or discarded without a network: the next account must not receive it. */
async function startAsNewGuest({ connect, localData, emit }: Client): Promise<void> {
  const service = await connect()
  service.leave(true)
  // not shown to the next person while the service is slow, or does not answer
  localData.write('lists', null)
  emit()
  await service.flush()
  forgetPerson(localData)
  emit()
  await service.register()
}

/** The address inside a token, to detect a token of the signed-in account; the service verifies the token. */
export function accountOf(token: string): string {
  const [first = '', second = ''] = token.split('.')
  try {
    const text = (part: string) => atob(part.replace(/-/g, '+').replace(/_/g, '/'))
    return /^\d+$/.test(second) ? text(first) : JSON.parse(text(second)).email
  } catch {
    return token
  }
}

const forgetPerson = (localData: Client['localData']) => {
  for (const name of ['who', 'account', 'lists', 'queue', 'alerts', 'chosen']) localData.write(name, null)
}

/** Removes all local data, for the next person on a shared device. */
export function signOut({ localData, emit }: Client): void {
  forgetPerson(localData)
  emit('identity')
  emit()
}
