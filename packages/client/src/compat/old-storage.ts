/** `storage` and `key`: the shopper's ids and small values that old scripts store. */
import type { Client } from '../client/client.ts'

/** Old names of the shopper's ids. */
const key = {
  REGID: 'swym-swymRegid',
  SESSIONID: 'swym-session-id',
  EMAIL: 'swym-email',
  POSTLOGINRD: 'swym-post-login',
} as const

export function openOldStorage({ identity, localData }: Client) {
  const get = (name: string): unknown => {
    if (name === key.REGID) return identity.who()?.regid
    if (name === key.SESSIONID) return identity.who()?.sessionid
    if (name === key.EMAIL) return identity.account() || undefined
    return localData.read(`old:${name}`) ?? undefined
  }
  const set = (name: string, value: unknown) => localData.write(`old:${name}`, value)
  return {
    key,
    get,
    storage: {
      ...{ get, set, getLocal: get, setLocal: set, getRaw: get, setRaw: set, primaryDomain: '' },
      remove: (name: string) => set(name, null),
      getSessionId: () => get(key.SESSIONID),
    },
    getSwymRegistrationId: () => identity.who()?.regid,
  }
}
