/** A running installation to attack at every entry point: stores, shoppers, signed-in users, platforms, links, and hostile texts in every table. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { roles } from '@heartbell/contract/dashboard/route'
import { allEndpoints } from '@heartbell/contract/endpoints'
import { mountRoutes } from '../../../packages/server/src/cli/process/mount-routes.ts'
import { connect, type Database } from '../../../packages/server/src/database/connect.ts'
import type { Vault } from '../../../packages/server/src/domain/secrets/vault.ts'
import { parseSettings } from '../../../packages/server/src/domain/settings/settings.ts'
import { openSession } from '../../../packages/server/src/domain/staff/sign-in.ts'
import { fromTests, makeMember } from '../../../packages/server/src/domain/staff/testing/team-members.ts'
import { findOrCreateOperator } from '../../../packages/server/src/domain/staff/users.ts'
import { createStore, findStore, type NewStore, type Store } from '../../../packages/server/src/domain/stores/stores.ts'
import { buildApp } from '../../../packages/server/src/http/app.ts'
import { sortRoutes, type Target } from '../../../test/fuzz/all-entry-points.ts'
import { noteRoutes, type Route } from '../../../test/fuzz/route-table.ts'
import type { Victim } from '../../../test/fuzz/world.ts'
import { serverFolder } from '../../setup/server.ts'
import type { Shop } from '../../setup/shop.ts'
import { connectHooks } from './hostile-hooks.ts'
import { fillHostileStore, makeAsk, markup } from './hostile-requests.ts'

/** `renew` restores what hostile calls removed, so that later calls are not all refused. */
export type OpenTarget = Target & { renew(): Promise<void> }

/** A running app to fill, and its routes. */
export type Empty = { sql: Database; vault: Vault; url: URL; keys: NewStore; routes: readonly Route[] }

const settings = ['rate-key=off', 'rate-shopper=off', 'rate-address=off', 'custom-items=on', 'preview-items=5']

export async function openTarget({ sql, vault, url, keys, routes }: Empty): Promise<OpenTarget> {
  const open = async (name: string) => {
    const keys = await createStore(sql, vault, { name, settings: parseSettings(settings) })
    return { keys, store: (await findStore(sql, vault, keys.pid))! }
  }
  const [second, pageStore] = [await open('Second'), await open(markup)]
  const [dashboardStore, hooked] = [await open(markup), await open('Hooks')]
  const ask = makeAsk(url)
  const shoppers: Victim[] = []
  for (const of of [keys, second.keys])
    for (const useremail of ['one@shop.example', 'two@shop.example']) {
      const who = await ask(of, '/storeadmin/v3/user/generate-regid', { useremail, useragenttype: 'faults' })
      const { lid } = await ask(of, '/api/v3/lists/create', { ...tokens(who), lname: 'A first list' })
      shoppers.push({ ...tokens(who), pid: of.pid, lids: [lid] })
    }
  const lost = { useremail: 'lost@shop.example', useragenttype: 'faults' }
  const { regid } = await ask(keys, '/storeadmin/v3/user/generate-regid', lost)
  const endpoints = allEndpoints.map(([, endpoint]) => endpoint)
  const sorted = sortRoutes(routes, { endpoints })
  const seen = await fillHostileStore(sql, url, pageStore)
  await fillHostileStore(sql, url, dashboardStore)
  const cookies: string[] = []
  const hooks = await connectHooks(sql, vault, hooked.store, url.origin)
  const renew = async () => {
    cookies.splice(0, cookies.length, ...(await signInAll(sql, dashboardStore.store, pageStore.store)))
    await connectHooks(sql, vault, hooked.store, url.origin)
  }
  await renew()
  return {
    world: { endpoints, stores: [keys, second.keys], shoppers, regids: [regid] },
    desk: { routes: sorted.desk, prefixes: [dashboardStore.store.prefix], cookies, seen: new Map() },
    hooks,
    street: { routes: sorted.street, seen },
    renew,
  }
}

const tokens = ({ regid, sessionid }: Victim) => ({ regid, sessionid })

/** The route table of the attacked server: the same mounts, built once more in this process. */
export async function readRoutes({ server, keys }: Shop, vault: Vault): Promise<Route[]> {
  const sql = connect({ url: server.databaseUrl, connections: 2, name: 'heartbell routes' })
  const nowhere = async () => Promise.reject(new Error('There is no way out of here.'))
  // The demo's products are beside the built server.
  const demo = pathToFileURL(join(serverFolder, 'dist', 'pages', 'demo', 'demo.js')).href
  const { demoRoutes }: typeof import('../../../packages/server/src/pages/demo/demo.ts') = await import(demo)
  const { built, routes } = await noteRoutes(async () => {
    const app = await buildApp({
      sql,
      vault,
      mounts: [
        ...mountRoutes(nowhere, { hasMail: true }),
        (scope, context) => demoRoutes(scope, context, () => keys.pid),
      ],
    })
    await app.ready()
    return app
  })
  await built.close()
  await sql.end({ timeout: 1 })
  return routes
}

/** A user of every role, the operator, and a user of another store. */
async function signInAll(sql: Database, { storeId }: Store, other: Store): Promise<string[]> {
  const people = [await findOrCreateOperator(sql)]
  for (const role of roles) people.push(await makeMember(sql, storeId, { email: `${role}@shop.example`, role }))
  people.push(await makeMember(sql, other.storeId, { email: 'stranger@shop.example', role: 'owner' }))
  const sessions = await Promise.all(people.map((person) => openSession(sql, person, fromTests)))
  return sessions.map(({ token }) => `__Host-heartbell=${token}`)
}
