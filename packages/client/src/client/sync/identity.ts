/** The browser's identity: a guest from the first write on, an account after signing in with a token of the store's server. */
import { callNames, type WireRecord } from '../names.ts'
import type { Post, Problem } from './call-api.ts'
import type { LocalData } from './local-data.ts'
import { singleFlight } from './single-flight.ts'

/** With wire names, because every call sends it back. */
export type Who = Record<string, string>

export type Identity = {
  /** Calls the API as this shopper; registers a guest first if needed, and again if the service refuses the identity. */
  ask(path: string, fields?: WireRecord, key?: string): Promise<unknown>
  register(): Promise<Who>
  become(issued: Who, account: string): Who
  /** The guest was registered by this page and has no list yet. */
  isNew: boolean
  /** Called after a new registration, to sign in again. */
  onRegistered?: () => Promise<void>
}

export function openIdentity(localData: LocalData, post: Post): Identity {
  const who = () => localData.read<Who>('who')
  const identity: Identity = {
    isNew: false,
    become: (issued, account) => {
      identity.isNew = false
      const now: Who = {
        [callNames.regid]: issued[callNames.regid] as string,
        [callNames.sessionId]: issued[callNames.sessionId] as string,
      }
      localData.write('account', account)
      localData.write('who', now)
      return now
    },
    register: singleFlight(async () => {
      const now = identity.become((await post('provider/register', {})) as Who, '')
      identity.isNew = true
      return now
    }),
    ask: async (path, fields, key) => {
      const me = who() ?? (await identity.register())
      try {
        return await post(path, { ...fields, ...me }, key)
      } catch (problem) {
        if (!/badregid|session/.test((problem as Problem).type)) throw problem
        // another tab may have registered meanwhile
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
