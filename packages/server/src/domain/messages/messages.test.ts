import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../database/connect.ts'
import { openTestApp, type TestApp } from '../../http/testing/test-app.ts'
import { claimMessages, findStoresWithDueMessages, settleMessage } from './messages.ts'

let t: TestApp
let storeId: number
beforeAll(async () => {
  t = await openTestApp()
  storeId = (await t.storeNow()).storeId
})
afterAll(() => t.close())

const lease = 60_000

async function fill(count: number, of = storeId): Promise<void> {
  await t.sql`delete from messages where store_id = ${of}`
  await t.sql`
    insert into messages (
      store_id, message_id, purpose, shopper_id, recipient, sender_name, subject, body_text, body_html, digest, due_at
    )
    select ${of}, gen_random_uuid(), 'shared-list', gen_random_uuid(), n || '@example.org', '', '', '', '', '',
      now() - n * interval '1 second'
    from generate_series(1, ${count}) n`
}

test('a message that one sender is claiming is skipped by another without waiting', async () => {
  await fill(15)
  const [first, second] = await transaction(t.sql, async (sql) => {
    const mine = await claimMessages(sql, storeId, 10, lease)
    return [mine, await claimMessages(t.sql, storeId, 10, lease)]
  })
  expect(first).toHaveLength(10)
  expect(second).toHaveLength(5)
  expect(new Set([...first!, ...second!].map(({ messageId }) => messageId)).size).toBe(15)
  expect(await claimMessages(t.sql, storeId, 10, lease)).toEqual([])
})

test('messages due longest are claimed first, and only those of the given store', async () => {
  const other = (await t.storeNow(await t.newStore())).storeId
  await fill(3)
  await fill(5, other)
  expect(await findStoresWithDueMessages(t.sql)).toEqual([other, storeId])
  const taken = await claimMessages(t.sql, other, 2, lease)
  expect(taken.map(({ recipient }) => recipient).sort()).toEqual(['4@example.org', '5@example.org'])
  await claimMessages(t.sql, other, 10, lease)
  expect(await findStoresWithDueMessages(t.sql)).toEqual([storeId])
})

test('a settled message stays settled: only a message that is neither sent nor given up becomes due again', async () => {
  await fill(3)
  const [sent, failed, again] = (await claimMessages(t.sql, storeId, 3, lease)) as [Claim, Claim, Claim]
  await settleMessage(t.sql, storeId, sent, { kind: 'sent', providerId: 'p' })
  await settleMessage(t.sql, storeId, failed, { kind: 'refused', reason: 'gone' })
  for (const claim of [sent, failed, again])
    await settleMessage(t.sql, storeId, claim, { kind: 'retry', reason: 'later', after: 0 })
  // Times are stored in milliseconds, so a message due now may be due up to half a millisecond later.
  let due: Claim[] = []
  const claim = async () => {
    due = await claimMessages(t.sql, storeId, 3, lease)
    return due.length
  }
  await expect.poll(claim).toBeGreaterThan(0)
  expect(due.map(({ messageId, attempts }) => [messageId, attempts])).toEqual([[again.messageId, 2]])
})

type Claim = Awaited<ReturnType<typeof claimMessages>>[number]
