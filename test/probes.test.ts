/** The short form of the fault run about stores apart (`npm run faults -- --only probes`): a share of all callers, routes and things. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { probeStore } from '../bench/faults/probes.ts'
import { openTestApp, type TestApp } from '../packages/server/src/http/testing.ts'

let t: TestApp
let url: URL
beforeAll(async () => {
  t = await openTestApp({ checkReplies: false })
  url = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(() => t.close())

const probe = async (isOpen: boolean) => {
  const keys = await t.newStore()
  return await probeStore({ ...t, keys, store: await t.storeNow(keys), url }, { least: 1_000, seed: 20_264, isOpen })
}

test('callers of every kind get nothing that is not theirs, change nothing, and learn nothing of what is there', async () => {
  const { asked, faults, changed, statuses } = await probe(false)
  expect([faults, changed]).toEqual([[], []])
  expect(asked).toBeGreaterThan(300)
  expect(statuses.get(404)).toBeGreaterThan(50)
}, 120_000)

test('a door that takes whoever asks for the victim is found', async () => {
  const { faults, changed } = await probe(true)
  expect(faults.length + changed.length).toBeGreaterThan(0)
}, 120_000)
