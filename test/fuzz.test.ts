/** Ten thousand hostile requests: no server error, only JSON, and a consistent database afterwards. */
import { allEndpoints } from '@heartbell/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../packages/server/src/database/testing/test-database.ts'
import { add, done, findUnsound, makeList, product } from '../packages/server/src/http/testing/lists.ts'
import { openTestApp, type TestApp } from '../packages/server/src/http/testing/test-app.ts'
import type { Answer } from './fuzz/check-answer.ts'
import { type Hostile, makeHostile } from './fuzz/requests.ts'
import { runHostile, shortenFault, writeStatuses } from './fuzz/run.ts'
import type { Victim, World } from './fuzz/world.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp({ checkReplies: true })
})
afterAll(() => t.close())

/** Two stores, one with all features enabled, and shoppers with data. */
async function makeWorld(): Promise<World> {
  const stores = [t.store, await t.newStore('custom-items=on', 'list-types=registry', 'preview-items=5')]
  const shoppers: Victim[] = []
  for (const store of stores)
    for (const who of [await t.guest(undefined, store), await t.account('fuzzed@shop.example', store)]) {
      const lids: string[] = []
      for (const fields of [{}, { lty: 'sfl' }, {}]) {
        const { lid } = await makeList(t, who, fields, store)
        await add(t, who, lid, [product(1, { pr: 5 }), product(2), product(3)], store)
        lids.push(lid)
      }
      shoppers.push({ ...who, pid: store.pid, lids })
    }
  const regids = await Promise.all([1, 2, 3].map(async () => (await t.guest()).regid))
  return { endpoints: allEndpoints.map(([, endpoint]) => endpoint), stores, shoppers, regids }
}

async function send({ method, url, headers, payload }: Hostile): Promise<Answer> {
  const reply = await t.app.inject({
    method: method as 'POST',
    url,
    headers,
    ...(payload !== undefined && { payload }),
  })
  return {
    status: reply.statusCode,
    contentType: String(reply.headers['content-type'] ?? ''),
    body: reply.body,
    requestId: String(reply.headers['x-request-id'] ?? ''),
  }
}

test('10,000 malformed requests cause no 5xx and no hang, and get only JSON', async () => {
  const seed = Number(process.env.FUZZ_SEED ?? 1)
  console.log(`fuzz seed ${seed} (FUZZ_SEED sets another)`)
  const world = await makeWorld()
  const random = seededRandom(seed)
  const make = () => makeHostile(random, world)
  const tally = await runHostile({ make, count: 10_000, parallel: 8, send, patience: 20_000 })
  console.log(`answers by status: ${writeStatuses(tally.statuses)}`)

  expect(tally.faults.map(shortenFault), `seed ${seed}`).toEqual([])
  expect(await findUnsound(t.sql)).toEqual([])
  // a run without accepted requests proves nothing
  for (const [status, least] of [
    [200, 1000],
    [400, 2000],
    [401, 100],
    [404, 100],
    [405, 20],
    [413, 1],
    [415, 5],
  ] as const)
    expect(tally.statuses.get(status) ?? 0, `answers ${status}`).toBeGreaterThan(least)
  const shopper = await t.guest()
  await makeList(t, shopper)
  expect(await done(t, 'lists/fetch-lists', shopper)).toHaveLength(1)
})
