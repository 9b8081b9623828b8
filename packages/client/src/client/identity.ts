/** Who this browser is to the service: a guest from the first write on, an account when the store's server vouches for it. */
import { callNames, type WireRecord } from './names.ts'
import { once } from './once.ts'
import type { Shelf } from './shelf.ts'
import type { Post, Problem } from './wire.ts'

/** Kept as the service names it, because it goes back with every call. */
export type Who = Record<string, string>

export type Identity = {
  who(): Who | null
  /** The account that is signed in, by its address. */
  account(): string
  /** A call as this shopper; registers first where nobody has, and again when the service has forgotten us. */
  ask(path: string, fields?: WireRecord, key?: string): Promise<unknown>
  register(): Promise<Who>
  become(told: Who, account: string): Who
  /** Set by whoever can sign in again after a registration. */
  onRegistered?: () => Promise<void>
}

export function openIdentity(shelf: Shelf, post: Post): Identity {
  const who = () => shelf.take<Who>('who')

  const identity: Identity = {
    who,
    account: () => shelf.take('account') ?? '',
    become: (told, account) => {
      const now: Who = {
        [callNames.regid]: told[callNames.regid] as string,
        [callNames.sessionId]: told[callNames.sessionId] as string,
      }
      shelf.put('account', account)
      shelf.put('who', now)
      return now
    },
    register: once(async () => identity.become((await post('provider/register', {})) as Who, '')),
    ask: async (path, fields, key) => {
      const me = who() ?? (await identity.register())
      try {
        return await post(path, { ...fields, ...me }, key)
      } catch (problem) {
        if (!/sw-badregid|invalid-session/.test((problem as Problem).type)) throw problem
        // another tab may have been faster
        if (who()?.[callNames.regid] === me[callNames.regid]) {
          await identity.register()
          await identity.onRegistered?.().catch(() => {})
        }
        return await post(path, { ...fields, ...who() }, key)
      }
    },
  }
  return identity
}

export const newKey = () => `${Date.now()}${Math.random()}`
