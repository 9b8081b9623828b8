/** Signing in with a token of the store's server, which merges the guest's lists into the account, and signing out. */
import type { Client } from './client.ts'
import type { Problem } from './sync/call-api.ts'
import type { Who } from './sync/identity.ts'
import { newKey } from './sync/new-key.ts'

/** An empty token signs out who is signed in; a guest keeps the list. */
export async function signIn(client: Client, token: string): Promise<void> {
  const { identity, connect, emit, dropCache, refresh } = client
  if (!token) return client.isSignedIn() ? await signOut(client) : undefined
  const account = accountOf(token)
  if (identity.account() === account) return noteEnd(client, token)
  if (isOutdated(client, token)) {
    console.warn(
      'Heartbell: the identity token is from before the last sign-out in this browser, so nobody is signed in. Send pages that contain a token with cache-control: no-store.',
    )
    return
  }
  const service = await connect()
  const sync = async () => {
    service.become((await service.ask('lists/user-validate-sync', { identity: token }, newKey())) as Who, account)
  }
  service.onRegistered = async () => {
    if (!identity.account() && !isOutdated(client, token)) await sync()
  }
  // an account is not merged into another
  if (identity.account()) await startAsNewGuest(client)
  await sync().catch(async (problem: Problem) => {
    if (problem.type !== 'other-account') throw problem
    await startAsNewGuest(client)
    await sync()
  })
  noteEnd(client, token)
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

const decode = (part: string) => atob(part.replace(/-/g, '+').replace(/_/g, '/'))

/** What a token says in either form, before the service has verified it. */
function readToken(token: string): { email?: string; exp?: number } {
  const [first = '', second = ''] = token.split('.')
  try {
    return /^\d+$/.test(second) ? { email: decode(first), exp: +second } : JSON.parse(decode(second))
  } catch {
    return { email: token }
  }
}

/** The address inside a token, to detect a token of the signed-in account; the service verifies the token. */
export const accountOf = (token: string): string => readToken(token).email as string

/** A token is valid for a day at most, and a minute more; one that claims more must not outdate those that follow for longer. */
const LONGEST = 86_460

/** Keeps the latest end of the tokens that signed in, also after the sign-out; each page has another token. */
function noteEnd({ localData }: Client, token: string): void {
  const end = Math.min(readToken(token).exp || 0, Date.now() / 1e3 + LONGEST)
  localData.write('token', Math.max(localData.read<number>('token') ?? 0, end))
}

/** The page is from the browser's memory: *Back* shows a page as it was sent. */
function isOldPage(): boolean {
  const [page] = (globalThis.performance?.getEntriesByType?.('navigation') ?? []) as PerformanceNavigationTiming[]
  return page?.type === 'back_forward'
}

/**
 * Issued before the last sign-out on this device. Not every token says when it was issued, but all have an end: a new one ends
 * later than all before it. At the same end, a page that *Back* shows is an old one.
 */
export function isOutdated({ localData }: Client, token: string): boolean {
  const end = readToken(token).exp || 0
  const last = localData.read<number>('token') ?? 0
  return end < last || (end === last && end > 0 && isOldPage())
}

const forgetPerson = (localData: Client['localData']) => {
  for (const name of ['who', 'account', 'lists', 'queue', 'alerts', 'chosen', 'saved']) localData.write(name, null)
}

/** Removes all local data of the person, for the next person on a shared device. What waits is sent first, without waiting for the answers. */
export async function signOut({ localData, emit, waiting, connect, isAllowed }: Client): Promise<void> {
  // without a network it is discarded
  if (waiting() && isAllowed())
    await connect().then(
      (service) => service.leave(true),
      () => {},
    )
  forgetPerson(localData)
  emit('identity')
  emit()
}
