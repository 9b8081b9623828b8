/** The attacker's store, the victim's store with a row in every table, all actors, and everything a call can name. */
import { randomBytes } from 'node:crypto'
import { mountRoutes } from '../../../packages/server/src/cli/process/mount-routes.ts'
import type { Database } from '../../../packages/server/src/database/connect.ts'
import { storePrefix } from '../../../packages/server/src/domain/secrets/ids.ts'
import type { Vault } from '../../../packages/server/src/domain/secrets/vault.ts'
import { parseSettings } from '../../../packages/server/src/domain/settings/settings.ts'
import { createStore, findStore } from '../../../packages/server/src/domain/stores/stores.ts'
import { buildApp } from '../../../packages/server/src/http/app.ts'
import { noteRoutes, type Route } from '../../../test/fuzz/route-table.ts'
import { type Actor, castActors } from './probe/actors.ts'
import { type Ask, makeAsk } from './probe/ask.ts'
import type { Places } from './probe/calls.ts'
import { shopMark } from './probe/marks.ts'
import { openPeople, type People } from './probe/people.ts'
import { addressToBe, type Invitation, listThings, type Thing, withOwnTwin } from './probe/things.ts'
import {
  createShopperData,
  createStaffData,
  type Marks,
  type Means,
  type Shop,
  type ShopperData,
  type StaffData,
  victimMarks,
} from './probe/victim.ts'
import type { Send } from './probe-sender.ts'

/** A running service and a connection to its database. */
export type Probed = { sql: Database; vault: Vault; url: URL }

export type ProbeWorld = {
  ask: Ask
  actors: Actor[]
  people: People
  places: Places
  victim: Shop & { shopperData: ShopperData; staffData: StaffData; ownerCookie: string }
  home: Shop & { shopperData: ShopperData; staffData: StaffData }
  /** Another shopper of the victim's store, with links of their own. */
  neighbour: ShopperData
  secrets: string[]
  /** Every row of the shopper contains one of these. */
  ofShopper: string[]
  /** The things that this actor may name; each actor gets a different address to be invited. */
  thingsFor(expected: string, actor: number): Thing[]
}

const neighbourMarks: Marks = { name: 'neighbour', mark: 'neighbour', sign: shopMark, variant: 7_700_201 }
const homeMarks: Marks = { name: 'home', mark: 'home', sign: 'home', variant: 7_700_301 }

const settings = ['rate-key=off', 'rate-shopper=off', 'rate-address=off', 'double-opt-in=off']

export async function openProbeWorld({ sql, vault, url }: Probed, send: Send): Promise<ProbeWorld> {
  const ask = makeAsk(send)
  const means = { sql, vault, ask, origin: url.origin }
  const open = async (name: string): Promise<Shop> => {
    const keys = await createStore(sql, vault, { name, settings: parseSettings(settings) })
    return { keys, store: (await findStore(sql, vault, keys.pid))! }
  }
  const [victim, home, elsewhere] = [await open(shopMark), await open('Home'), await open('Elsewhere')]
  const people = await openPeople(sql, { victim: victim.store.storeId, home: home.store.storeId })
  const shopperData = await createShopperData(means, victim, victimMarks)
  const neighbour = await createShopperData(means, victim, neighbourMarks)
  const staffData = await createStaffData(means, victim, victimMarks)
  const ours = {
    shopperData: await createShopperData(means, home, homeMarks),
    staffData: await createStaffData(means, home, homeMarks),
  }
  const ownerCookie = await people.owner.cookie()
  const { prefix } = victim.store
  const invitation = await inviteSomebody(means, victim.store.storeId, ownerCookie)
  const cursors = await readCursors(ask, prefix, ownerCookie)
  // Views by the owner also leave rows.
  for (const path of ['home', 'analytics']) await ask.page(`/stores/${prefix}/${path}`, ownerCookie)
  const things = listThings(
    { store: victim.store, shopperData, staffData, people, owner: people.owner, ownerCookie, cursors, invitation },
    home.keys.identitySecret,
  )
  const actors = await castActors({ sql, ask, victim, home, elsewhere, shopperData, people, ownerCookie })
  return {
    ...{ ask, actors, people, neighbour },
    victim: { ...victim, shopperData, staffData, ownerCookie },
    home: { ...home, ...ours },
    places: { victim: prefix, home: home.store.prefix, unknown: randomBytes(6).toString('base64url') },
    ofShopper: await readMarks(sql, victim, shopperData),
    secrets: [
      ...staffData.secrets,
      ...[shopperData.tokens.sessionid, shopperData.guest.sessionid, shopperData.merged.sessionid],
      ...[people.invited.link, ownerCookie.split('=')[1]!],
      ...Object.values(shopperData.links),
    ],
    thingsFor: (expected, actor) => [...things.map((thing) => withOwnTwin(thing, actor)), addressToBe(expected)],
  }
}

async function readMarks(sql: Database, { store }: Shop, { email, phone, ids }: ShopperData): Promise<string[]> {
  const rows = await sql<{ shopperId: string; listId: string }[]>`
    select shopper_id, list_id
    from lists
    join shoppers using (store_id, shopper_id)
    where store_id = ${store.storeId}
      and (email = ${email} or lists.name like '%' || ${victimMarks.mark} || '%')`
  return [victimMarks.mark, email, phone, ...Object.values(ids), ...rows.flatMap((row) => [row.shopperId, row.listId])]
}

/** A pending invitation; only its recipient may use, change or end it. */
async function inviteSomebody({ sql, ask }: Means, storeId: number, cookie: string): Promise<Invitation> {
  const email = 'awaited@victim.example'
  const { link } = await ask.page(`/stores/${storePrefix(storeId)}/team`, cookie, { email, role: 'owner' })
  const [row] = await sql<{ invitationId: string }[]>`
    select invitation_id
    from invitations
    where store_id = ${storeId}
      and email = ${email}`
  return { ...row!, token: String(link).split('#')[1]! }
}

/** Cursors of the victim's tables; the same cursor could be valid in another store. */
async function readCursors(ask: Ask, prefix: string, cookie: string): Promise<string[]> {
  const tables = ['lists', 'subscriptions', 'products', 'outbox', 'audit']
  const pages = await Promise.all(tables.map((table) => ask.page(`/stores/${prefix}/${table}?limit=1`, cookie)))
  return pages.flatMap(({ next }: { next: string | null }) => next ?? [])
}

/** The route table of the whole app, read from the app itself. */
export async function buildProbedApp(sql: Database, vault: Vault) {
  const nowhere = async () => Promise.reject(new Error('There is no way out of here.'))
  const { built, routes } = await noteRoutes(async () => {
    const app = await buildApp({ sql, vault, mounts: mountRoutes(nowhere, { hasMail: true }) })
    await app.ready()
    return app
  })
  return { app: built, routes }
}

export type { Route }
