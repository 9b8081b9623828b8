/** Every dashboard call, made repeatedly and concurrently by a user with the right to it: none may fail. */
import { randomUUID } from 'node:crypto'
import { dashboardRoutes } from '../../../packages/server/src/dashboard/routes.ts'
import { seededRandom } from '../../../packages/server/src/database/testing/test-database.ts'
import { makeVault } from '../../../packages/server/src/domain/secrets/vault.ts'
import { openSession } from '../../../packages/server/src/domain/staff/sign-in.ts'
import { fromTests, makeMember } from '../../../packages/server/src/domain/staff/testing/team-members.ts'
import { buildApp } from '../../../packages/server/src/http/app.ts'
import { isDashboard } from '../../../test/fuzz/dashboard-requests.ts'
import { makeDice } from '../../../test/fuzz/fields.ts'
import { noteRoutes, type Route } from '../../../test/fuzz/route-table.ts'
import { goodFields, learn, type Seen, writeFields } from '../../../test/fuzz/schema-values.ts'
import { fillHostileStore } from '../attacks/hostile-requests.ts'
import { secret, type Tenant } from '../clusters/machines.ts'

export type DashboardCalls = { routes: number; calls: number; done: number; broken: string[] }

const atOnce = 8

/** `rounds`: how often each call is made, each time with other fields. */
export async function callDashboard(url: URL, tenant: Tenant, rounds: number, seed: number): Promise<DashboardCalls> {
  const { sql, store } = tenant
  const { built, routes } = await noteRoutes(async () => {
    const app = await buildApp({ sql, vault: makeVault(secret), mounts: [dashboardRoutes] })
    await app.ready()
    return app
  })
  await built.close()
  await fillHostileStore(sql, url, tenant)
  const signIn = async () => {
    const owner = await makeMember(sql, store.storeId, { email: `owner-${randomUUID()}@shop.example`, role: 'owner' })
    const { token } = await openSession(sql, owner, fromTests)
    return `__Host-heartbell=${token}`
  }
  const seen: Seen = new Map([['store', [store.prefix]]])
  const random = seededRandom(seed)
  const found: DashboardCalls = { routes: routes.filter(isDashboard).length, calls: 0, done: 0, broken: [] }
  const left = Array.from({ length: rounds }, () => routes.filter(isDashboard)).flat()
  const work = async () => {
    for (let route = left.shift(); route; route = left.shift()) {
      // Some calls end their session.
      const { status, text } = await call(url, route, { cookie: await signIn(), seen, random })
      found.calls++
      if (status < 300) found.done++
      if (status === 200) learn(seen, text)
      if (status >= 500) found.broken.push(`${route.method} ${route.path} answered ${status}: ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return found
}

type Caller = { cookie: string; seen: Seen; random: () => number }

async function call(url: URL, { method, path, fields }: Route, { cookie, seen, random }: Caller) {
  const dice = makeDice(random)
  const given = goodFields(dice, fields, seen)
  const written = path.replace(/:(\w+)/g, (_, word) => encodeURIComponent(dice.pick(seen.get(word) ?? ['1'])))
  const target = new URL(written, url)
  const isRead = method === 'GET'
  if (isRead)
    for (const [word, json] of given) target.searchParams.set(word, json.startsWith('"') ? JSON.parse(json) : json)
  const headers = { cookie, 'x-heartbell': 'dashboard', 'content-type': 'application/json' }
  const reply = await fetch(target, { method, headers, ...(!isRead && { body: writeFields(given) }) })
  return { status: reply.status, text: await reply.text() }
}
