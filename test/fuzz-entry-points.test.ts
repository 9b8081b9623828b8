/** The short form of the fault run about hostile requests (`npm run faults -- --only hostile-requests`): every entry point of the app, over its port. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HostileSender, openHostileSender } from '../bench/faults/attacks/hostile-sender.ts'
import { type OpenTarget, openTarget } from '../bench/faults/attacks/hostile-store.ts'
import { mountRoutes } from '../packages/server/src/cli/process/mount-routes.ts'
import { seededRandom } from '../packages/server/src/database/testing/test-database.ts'
import { openTestApp, type TestApp } from '../packages/server/src/http/testing/test-app.ts'
import { makeAtAnyEntryPoint } from './fuzz/all-entry-points.ts'
import { noteRoutes } from './fuzz/route-table.ts'
import { runHostile, shortenFault, writeStatuses } from './fuzz/run.ts'

let t: TestApp
let target: OpenTarget
let sender: HostileSender
beforeAll(async () => {
  let home = ''
  const fetch = () => Promise.reject(new Error('A test makes no outgoing requests.'))
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
  target = await openTarget({ ...t, keys: t.store, url, routes })
  sender = openHostileSender(url, 8)
})
afterAll(async () => {
  sender.close()
  await t.close()
})

test('no entry point answers 5xx, hangs, or shows hostile text unescaped', async () => {
  const seed = Number(process.env.FUZZ_SEED ?? 1)
  const random = seededRandom(seed)
  const make = () => makeAtAnyEntryPoint(random, target)
  const { faults, byEntryPoint } = await runHostile({
    make,
    count: 1_000,
    parallel: 8,
    send: sender.send,
    patience: 20_000,
  })
  console.log([...byEntryPoint].map(([entryPoint, statuses]) => `${entryPoint}: ${writeStatuses(statuses)}`).join('\n'))
  expect(faults.map(shortenFault), `seed ${seed}`).toEqual([])
  // a run without accepted requests proves nothing
  for (const entryPoint of ['api', 'dashboard', 'hooks', 'pages'] as const)
    expect(byEntryPoint.get(entryPoint)?.get(200) ?? 0, entryPoint).toBeGreaterThan(10)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})
