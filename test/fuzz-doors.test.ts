/** The short form of the fault run about hostile requests (`npm run faults -- --only hostile-requests`): every door of the app, over its port. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HostileSender, openHostileSender } from '../bench/faults/attacks/hostile-sender.ts'
import { type OpenHouse, openHouse } from '../bench/faults/attacks/hostile-store.ts'
import { mountRoutes } from '../packages/server/src/cli/process/mount-routes.ts'
import { seededRandom } from '../packages/server/src/database/testing/test-database.ts'
import { openTestApp, type TestApp } from '../packages/server/src/http/testing/test-app.ts'
import { makeAtAnyDoor } from './fuzz/all-doors.ts'
import { noteRoutes } from './fuzz/route-table.ts'
import { runHostile, shortly, writeStatuses } from './fuzz/run.ts'

let t: TestApp
let house: OpenHouse
let sender: HostileSender
beforeAll(async () => {
  let home = ''
  const fetch = () => Promise.reject(new Error('There is no way out of a test.'))
  const { built, routes } = await noteRoutes(() =>
    openTestApp({
      checkReplies: false,
      publicUrl: () => home,
      trustProxy: ['127.0.0.1'],
      mounts: mountRoutes(fetch, { hasMail: true }),
    }),
  )
  t = built
  home = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const url = new URL(home)
  house = await openHouse({ ...t, keys: t.store, url, routes })
  sender = openHostileSender(url, 8)
}, 60_000)
afterAll(async () => {
  sender.close()
  await t.close()
})

test('no door gives a 5xx, hangs, or shows hostile text alive', { timeout: 180_000 }, async () => {
  const seed = Number(process.env.FUZZ_SEED ?? 1)
  const random = seededRandom(seed)
  const make = () => makeAtAnyDoor(random, house)
  const { faults, doors } = await runHostile({ make, count: 1_000, parallel: 8, send: sender.send, patience: 20_000 })
  console.log([...doors].map(([door, statuses]) => `${door}: ${writeStatuses(statuses)}`).join('\n'))
  expect(faults.map(shortly), `seed ${seed}`).toEqual([])
  // a run that is turned away at a door proves nothing
  for (const door of ['api', 'dashboard', 'hooks', 'pages'] as const)
    expect(doors.get(door)?.get(200) ?? 0, door).toBeGreaterThan(10)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})
