/** The actors of the probes. Most have a legitimate role: in another store, a lower one in this store, or a former one. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../../../packages/server/src/database/connect.ts'
import { createApiKey, revokeApiKey } from '../../../../packages/server/src/domain/stores/api-keys.ts'
import type { NewStore } from '../../../../packages/server/src/domain/stores/stores.ts'
import { type Ask, basic, ownHeaders, type Tokens } from './ask.ts'
import type { People, Person } from './people.ts'
import type { Shop, ShopperData } from './victim.ts'

export type Actor = {
  name: string
  /** The store that this actor's calls name. */
  pid: string
  tokens?: Partial<Tokens>
  authorization?: string
  person?: Person
  /** Sent in place of the person's own cookie. */
  cookie?: string
  /** Headers of a dashboard call, in place of those that the dashboard's own pages send. */
  headers?: Record<string, string>
  /** `shopper`: may create lists and alerts in the victim's shop. `store`: has its API key. `staff`: works there. */
  standing: 'outsider' | 'shopper' | 'store' | 'staff'
  /** Called from another site: the browser sends the cookie, but does not show the answer to that site. */
  isCrossSite?: true
}

export type Cast = {
  sql: Database
  ask: Ask
  victim: Shop
  home: Shop
  /** A store with a shopper who has the same address as the victim. */
  elsewhere: Shop
  shopperData: ShopperData
  people: People
  ownerCookie: string
}

const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)

export async function castActors(cast: Cast): Promise<Actor[]> {
  return [...(await castShoppers(cast)), ...(await castKeys(cast)), ...(await castPeople(cast))]
}

async function castShoppers({ ask, victim, home, elsewhere, shopperData }: Cast): Promise<Actor[]> {
  const { pid } = victim.keys
  const { tokens, email, merged } = shopperData
  const shopper = (name: string, tokens: Partial<Tokens>): Actor => ({ name, pid, tokens, standing: 'shopper' })
  const outsider = (name: string, tokens: Partial<Tokens>, at = pid): Actor => ({
    ...{ name, pid: at, tokens, standing: 'outsider' },
  })
  const only = ({ regid, sessionid }: Tokens) => ({ regid, sessionid })
  const inHome = async (fields: Record<string, string>) => only(await ask.identify(home.keys, fields))
  const inVictim = async (fields: Record<string, string>) => only(await ask.identify(victim.keys, fields))
  const twin = only(await ask.identify(elsewhere.keys, { useremail: email }))
  const eve = await inVictim({ useremail: 'eve@shopper.example' })
  const ended = await inVictim({ useremail: 'ended@shopper.example' })
  await ask.admin(victim.keys, 'v3/user/end-sessions', { regid: ended.regid })
  // A guest whose lists were merged into another account, and who still has the old session.
  const leaver = { uuid: randomUUID() }
  const left = await inVictim(leaver)
  const sync = { regid: left.regid, ...leaver, useremail: 'eve@shopper.example', useragenttype: 'probe' }
  await ask.admin(victim.keys, 'v3/user/guest-validate-sync', sync)
  return [
    outsider('an anonymous caller', {}),
    shopper('a guest of the same store', await inVictim({ uuid: randomUUID() })),
    shopper('another account of the same store', eve),
    shopper('a merged guest with an old session', left),
    outsider('a guest of another store', await inHome({ uuid: randomUUID() })),
    outsider('the same address in another store', twin),
    outsider('the same address in another store, at home', twin, elsewhere.keys.pid),
    outsider('the shopper without a session', { regid: tokens.regid }),
    outsider('the shopper with another’s session', { regid: tokens.regid, sessionid: eve.sessionid }),
    outsider('the shopper with a forged session', { ...only(tokens), sessionid: flip(tokens.sessionid) }),
    outsider('a forged regid', { ...only(tokens), regid: flip(tokens.regid) }),
    outsider('a merged guest’s regid with another’s session', { regid: merged.regid, sessionid: eve.sessionid }),
    outsider('a shopper whose sessions were ended', ended),
  ]
}

async function castKeys({ sql, victim, home }: Cast): Promise<Actor[]> {
  const { pid } = victim.keys
  const { keyId, apiKey } = await createApiKey(sql, victim.store.storeId, 'revoked')
  await revokeApiKey(sql, victim.store.storeId, keyId)
  const key = (name: string, of: Pick<NewStore, 'pid' | 'apiKey'>, at = of.pid): Actor => ({
    ...{ name, pid: at, authorization: basic(of.pid, of.apiKey), standing: 'outsider' },
  })
  return [
    key('another store’s key', home.keys),
    key('another store’s key, naming this store', home.keys, pid),
    key('another store’s key under this pid', { pid, apiKey: home.keys.apiKey }),
    key('a revoked key', { pid, apiKey }),
    { ...key('the store’s own key as a shopper', victim.keys), standing: 'store' },
  ]
}

async function castPeople({ people, victim, home, ownerCookie }: Cast): Promise<Actor[]> {
  const { pid } = home.keys
  const person = (name: string, who: Person): Actor => ({
    ...{ name, pid, person: who, standing: who.roles.victim ? 'staff' : 'outsider' },
  })
  const make = async (name: string, roles: Person['roles']) => person(name, await people.make(name, roles))
  const { 'content-type': _, ...marked } = ownHeaders
  const crossSite = (name: string, headers: Record<string, string>): Actor => ({
    ...{ name: `a page of another site: ${name}`, pid: victim.keys.pid, cookie: ownerCookie, standing: 'outsider' },
    ...{ headers, isCrossSite: true },
  })
  const origin = { origin: 'https://evil.example' }
  return [
    await make('owner of another store', { home: 'owner' }),
    await make('admin of another store', { home: 'admin' }),
    await make('marketer of another store', { home: 'marketer' }),
    await make('viewer of another store', { home: 'viewer' }),
    await make('owner of another store and viewer here', { home: 'owner', victim: 'viewer' }),
    await make('viewer of another store and admin here', { home: 'viewer', victim: 'admin' }),
    await make('viewer', { victim: 'viewer' }),
    await make('marketer', { victim: 'marketer' }),
    await make('admin', { victim: 'admin' }),
    person('a removed member', await people.removed()),
    person('a demoted admin', await people.demoted()),
    { name: 'a forged session', pid, cookie: `__Host-heartbell=${'A'.repeat(43)}`, standing: 'outsider' },
    {
      ...{ name: 'the store’s key at the dashboard', pid: victim.keys.pid, standing: 'store' },
      authorization: basic(victim.keys.pid, victim.keys.apiKey),
    },
    crossSite('a form', { ...origin, 'content-type': 'application/x-www-form-urlencoded' }),
    crossSite('a text', { ...origin, 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' }),
    crossSite('the header forged', {
      ...origin,
      ...marked,
      ...{ 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    }),
    crossSite('a sister host', { ...marked, 'content-type': 'application/json', 'sec-fetch-site': 'same-site' }),
  ]
}
