/** A message out of turn, through the engine: sent once with the checks of every message, and no round for anybody else. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { transaction } from '../database/connect.ts'
import { notifyOne } from '../domain/people/notify-one.ts'
import { planDue } from '../domain/planning/plan.ts'
import type { Store } from '../domain/stores/stores.ts'
import { noting, openAlerts } from './testing/engine.ts'

let a: Awaited<ReturnType<typeof openAlerts>>
const { channel, messages } = noting()
const start = () => a.start(channel, { plan: (sql, store) => planDue(sql, store, 10) })
beforeAll(async () => {
  a = await openAlerts()
})
afterEach(async () => {
  await a.stopAll()
  messages.length = 0
})
afterAll(() => a.close())

const idOf = async (store: Store, name: string) => {
  const [row] = await a.sql<{ subscriptionId: string }[]>`
    select subscription_id from subscriptions where store_id = ${store.storeId} and address like ${`${name}%`}`
  return row!.subscriptionId
}

const notify = (store: Store, id: string) =>
  transaction(a.sql, (sql) => notifyOne(sql, store, id, { by: 'a test' }, null))

test.each(['offers', 'everyone'])(
  'pacing=%s: the last in line gets the message, the others nothing',
  async (pacing) => {
    const store = await a.newStore(`pacing=${pacing}`)
    await a.wait(store, ['ada', 'ben', 'cleo'])
    await a.sql`update variants set stock = 2 where store_id = ${store.storeId}`
    await start()
    const id = await idOf(store, 'cleo')
    expect((await notify(store, id)).reason).toBe('queued')
    await a.becomes(store, [{ status: 'sent', subscription: 'told' }])
    expect(messages.map(({ recipient }) => recipient.split('@')[0])).toEqual(['cleo'])
    expect((await notify(store, id)).reason).toBe('told-before')
  },
)

test('sold out before sending: not sent, with the reason, and the person waits in the old place', async () => {
  const store = await a.newStore('pacing=everyone')
  await a.wait(store, ['ada', 'ben'])
  await a.sql`update variants set stock = 1 where store_id = ${store.storeId}`
  const id = await idOf(store, 'ben')
  await notify(store, id)
  await a.sql`update variants set stock = 0 where store_id = ${store.storeId}`
  await start()
  await a.becomes(store, [{ status: 'withheld', reason: 'sold-out', subscription: 'waiting' }])
  expect(messages).toEqual([])
})
