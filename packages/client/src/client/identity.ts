/** Who this browser is to the service: a guest from the first write on, an account when the store's server vouches for it. */
import { callNames, type WireRecord } from './names.ts'
import type { Shelf } from './shelf.ts'
import { type Post, Problem } from './wire.ts'

export type Who = { regid: string; sessionId: string; account?: string | undefined }

export type Identity = {
  who(): Who | null
  /** A call as this shopper; registers first where nobody has, and again when the service has forgotten us. */
  ask(path: string, fields?: WireRecord, key?: string): Promise<unknown>
  /** True when somebody else is signed in now. */
  signIn(token: string): Promise<boolean>
  signOut(): void
}

export function openIdentity(shelf: Shelf, post: Post): Identity {
  let registering: Promise<Who> | null = null
  let vouched = ''
  const who = () => shelf.take<Who>('who')

  const keep = (answer: unknown, account?: string): Who => {
    const { [callNames.regid]: regid, [callNames.sessionId]: sessionId } = answer as Record<string, string>
    const now = { regid: regid as string, sessionId: sessionId as string, account }
    shelf.put('who', now)
    return now
  }

  const register = () => {
    registering ??= post('v3/provider/register', { uuid: globalThis.crypto?.randomUUID?.() })
      .then((answer) => keep(answer))
      .finally(() => {
        registering = null
      })
    return registering
  }

  const askAs = ({ regid, sessionId }: Who, path: string, fields: WireRecord = {}, key?: string) =>
    post(path, { ...fields, [callNames.regid]: regid, [callNames.sessionId]: sessionId }, key)

  const sync = async (me: Who, token: string) => {
    keep(await askAs(me, 'v3/lists/user-validate-sync', { identity: token }, newKey()), accountOf(token))
  }

  return {
    who,
    ask: async (path, fields, key) => {
      const me = who() ?? (await register())
      try {
        return await askAs(me, path, fields, key)
      } catch (problem) {
        if (!(problem instanceof Problem) || !/sw-badregid|invalid-session/.test(problem.type)) throw problem
        // another tab may have been faster
        if (who()?.regid === me.regid) {
          await register()
          if (vouched) await sync(who()!, vouched).catch(() => {})
        }
        return await askAs(who()!, path, fields, key)
      }
    },
    signIn: async (token) => {
      vouched = token
      const me = who()
      if (me?.account && me.account === accountOf(token)) return false
      try {
        await sync(me && !me.account ? me : await register(), token)
      } catch (problem) {
        if (!/sw-badregid|other-account/.test((problem as Problem).type)) throw problem
        await sync(await register(), token)
      }
      return true
    },
    signOut: () => {
      vouched = ''
      shelf.put('who', null)
    },
  }
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

export const newKey = () => Date.now().toString(36) + Math.random().toString(36).slice(2)
