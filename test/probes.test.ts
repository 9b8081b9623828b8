/** The short form of the fault run about access rights (`npm run faults -- --only probes`): a sample of all actors, routes and objects. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breakApp, breakStatements, type Guard } from '../bench/faults/attacks/probe/breaks.ts'
import { planRoutes } from '../bench/faults/attacks/probe/plan.ts'
import { watchRows } from '../bench/faults/attacks/probe/rows.ts'
import { emptyTables } from '../bench/faults/attacks/probe/victim.ts'
import { buildProbedApp } from '../bench/faults/attacks/probe-world.ts'
import { type OpenProbing, openProbing, type Probing, probeService } from '../bench/faults/attacks/probes.ts'
import { openTestDatabase, type TestDatabase } from '../packages/server/src/database/testing/test-database.ts'
import { makeVault } from '../packages/server/src/domain/secrets/vault.ts'

const vault = makeVault('a secret for tests')
const seed = 20_264
let database: TestDatabase
let guarded: Awaited<ReturnType<typeof open>>
let probing: OpenProbing
beforeAll(async () => {
  database = await openTestDatabase()
  guarded = await open()
  probing = await openProbing(guarded.probed, guarded.routes)
})
afterAll(async () => {
  probing.close()
  await guarded.app.close()
  await database.close()
})

async function open(guard?: Guard) {
  const { sql } = database
  const { app, routes } = await breakApp(sql, guard, () => buildProbedApp(breakStatements(sql, guard), vault))
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  return { app, routes, probed: { sql, vault, url } }
}

/** In a world of its own. */
async function probe(probing: Omit<Probing, 'seed'>) {
  const { app, routes, probed } = await open(probing.guard)
  return await probeService(probed, routes, { seed, ...probing }).finally(() => app.close())
}

test('every route has a plan of probes, and every plan a route', () => {
  const { withoutPlan, withoutRoute } = planRoutes(guarded.routes)
  expect({ withoutPlan, withoutRoute }).toEqual({ withoutPlan: [], withoutRoute: [] })
})

test('the victim has rows in every table', async () => {
  const { victim, people } = probing.world
  const userIds = [people.owner, people.invited].map(({ user }) => user.userId)
  const watch = await watchRows(database.sql, { storeId: victim.store.storeId, userIds })
  const rows = await watch.read()
  const empty = [...rows].filter(([, found]) => found.size === 0).map(([table]) => table)
  expect(empty.filter((table) => !emptyTables.includes(table))).toEqual([])
})

test('people with a role elsewhere read nothing, change nothing, and learn nothing about another store', async () => {
  const { asked, faults, statuses } = await probe({ share: 0.02 })
  expect(faults).toEqual([])
  expect(asked).toBeGreaterThan(600)
  for (const status of [200, 401, 403, 404]) expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(5)
})

test.each<[Guard, RegExp, RegExp]>([
  ['door', /^another account/, /fetch-list$|delete-list/],
  ['forgotten-store', /^viewer of another/, /outbox/],
  ['role-check', /^viewer$/, /keys/],
  ['team-link', /^admin of another/, /team$/],
  ['foreign-pages', /another site: a form/, /settings|keys/],
])('without the guard %s the probes find a leak', async (guard, actors, only) => {
  expect((await probing.probe({ share: 1, seed, actors, only })).faults).toEqual([])
  expect((await probe({ share: 1, actors, only, guard })).faults).not.toEqual([])
})
