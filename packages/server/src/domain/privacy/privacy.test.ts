import { expect, test } from 'vitest'
import { add, done, makeList, product } from '../../http/testing/lists.ts'
import { useTestApp } from '../../http/testing/test-app.ts'
import { recordPurchase } from '../deliveries/purchases.ts'
import { storeInboundMessage } from '../inbound/inbound.ts'
import { describeSubject, type SubjectRecord } from './describe-subject.ts'
import { eraseStoreSubjects } from './erase-store.ts'
import { eraseSubject } from './erase-subject.ts'
import { saveSubjectExport } from './subject-exports.ts'

const t = useTestApp()

/** Every column that contains the text, in all tables. */
async function findEverywhere(text: string): Promise<string[]> {
  const columns = await t.sql<{ tableName: string; columnName: string }[]>`
    select table_name, column_name
    from information_schema.columns
    where table_schema = 'public'
      and (data_type in ('text', 'jsonb', 'ARRAY') or udt_name = 'uuid')`
  const found: string[] = []
  for (const { tableName, columnName } of columns) {
    const rows = await t.sql`
      select 1 from ${t.sql(tableName)}
      where position(lower(${text}) in lower(${t.sql(columnName)}::text)) > 0 limit 1`
    if (rows.length > 0) found.push(`${tableName}.${columnName}`)
  }
  return found
}

/** An export has no order: each plan of its statement may return the rows in another. */
const inOneOrder = (record: SubjectRecord) =>
  Object.fromEntries(
    Object.entries(record).map(([kind, rows]) => [kind, rows.map((row) => JSON.stringify(row)).sort()]),
  )

const ada = 'ada.lovelace@example.com'
const phone = '+15550100148'

async function live(email: string, number: string) {
  const guest = await t.guest()
  const { lid: guestList } = await makeList(t, guest, { lname: 'As a guest' })
  await add(t, guest, guestList, [product(7)])
  await t.admin('v3/user/guest-validate-sync', { regid: guest.regid, useremail: email, useragenttype: 'mobileApp' })
  const who = await t.account(email)
  const { lid } = await makeList(t, who, { lname: 'Mine' })
  await add(t, who, lid, [product(1), product(2)])
  const { lid: deleted } = await makeList(t, who, { lname: 'Deleted' })
  await add(t, who, deleted, [product(9)])
  await done(t, 'lists/delete-list', who, { lid: deleted })
  await done(t, 'lists/markPublic', who, { lid })
  await done(t, 'lists/emailList', who, { lid, toemail: 'friend@example.com', fromname: 'Ada' })
  const subscribe = (medium: string, mediumvalue: string) =>
    t.admin('bispa/subscriptions/create', {
      medium,
      mediumvalue,
      products: [{ epi: 1, empi: 1, du: 'https://shop.example/1' }],
      topics: ['backinstock'],
      addtomailinglist: '1',
    })
  expect((await subscribe('email', email)).status).toBe(200)
  expect((await subscribe('sms', number)).status).toBe(200)
  const store = await t.storeNow()
  await t.sql`update shoppers set phone = ${number} where store_id = ${store.storeId} and email = ${email}`
  await recordPurchase(t.sql, store, {
    orderId: `of ${number.slice(-3)}`,
    email,
    items: [{ variantId: '1', quantity: 1 }],
    source: 'api',
  })
  await storeInboundMessage(t.sql, store, {
    source: 'shopify',
    key: number.slice(-3),
    topic: 'orders/create',
    meaning: 'orders',
    body: `{"email":"${email}"}`,
  })
  await saveSubjectExport(t.sql, store, { source: 'shopify', requestId: number.slice(-3) }, { email })
  return { who, lid }
}

test('an export contains all data of a person, and only theirs', async () => {
  await live(ada, phone)
  await live('bob@example.com', '+15550100149')
  const store = await t.storeNow()
  const given = await describeSubject(t.sql, store, { email: 'Ada.Lovelace@example.com ' })
  const counts = Object.fromEntries(Object.entries(given).map(([kind, rows]) => [kind, rows.length]))
  expect(counts).toMatchObject({
    lists: 2,
    items: 3,
    deletedLists: 1,
    deletedItems: 1,
    subscriptions: 2,
    messages: 1,
  })
  expect(counts.consents).toBeGreaterThan(1)
  expect(counts.timeline).toBeGreaterThan(0)
  expect(JSON.stringify(given)).toContain(phone)
  expect(JSON.stringify(given)).not.toContain('bob@')
  await expect(describeSubject(t.sql, store, { email: 'nobody' })).rejects.toThrow(/e-mail/)
})

test('an erased person is in no table, and everybody else is unchanged', async () => {
  const store = await t.storeNow()
  expect((await findEverywhere(ada)).length).toBeGreaterThan(5)
  const [account] = await t.sql<{ shopperId: string }[]>`select shopper_id from shoppers where email = ${ada}`
  const { shopperId } = account!
  const bob = async () => inOneOrder(await describeSubject(t.sql, store, { email: 'bob@example.com' }))
  const before = await bob()
  const social = await t.shop('product/wishlist/social-count', await t.guest(), { empi: product(1).empi })
  expect(social.body.data.count).toBe(2)
  expect(await eraseSubject(t.sql, store, { email: ada })).toMatchObject({ shoppers: 2, subscriptions: 2 })
  for (const trace of [ada, phone]) expect([trace, await findEverywhere(trace)]).toEqual([trace, []])
  // what remains: the keyed id and the number of ended sessions, in a row that is otherwise as new
  expect(await findEverywhere(shopperId)).toEqual(['shoppers.shopper_id'])
  const [row] = await t.sql`select * from shoppers where shopper_id = ${shopperId}`
  expect(row).toEqual({
    ...{ storeId: store.storeId, shopperId, sessionEpoch: 1, createdAt: expect.any(Date), updatedAt: expect.any(Date) },
    ...{ email: null, phone: null, firstName: '', lastName: '', acceptsMarketing: false, tags: [], preferences: {} },
    ...{ platformData: {}, customerToldAt: null, mergedInto: null, mergedEpoch: null, lastLoginAt: null },
  })
  expect((await describeSubject(t.sql, store, { email: ada })).shoppers).toEqual([])
  expect(await bob()).toEqual(before)
  expect(
    (await t.shop('product/wishlist/social-count', await t.guest(), { empi: product(1).empi })).body.data.count,
  ).toBe(1)
  const hashes = await t.sql`select medium, reason from suppressions where store_id = ${store.storeId} order by medium`
  expect(hashes.map((one) => ({ ...one }))).toEqual([
    { medium: 'email', reason: 'erased' },
    { medium: 'sms', reason: 'erased' },
    { medium: 'whatsapp', reason: 'erased' },
  ])
  expect(await eraseSubject(t.sql, store, { email: ada })).toEqual({ shoppers: 0, subscriptions: 0 })
  expect(await t.sql`select session_epoch from shoppers where shopper_id = ${shopperId}`).toEqual([{ sessionEpoch: 1 }])
})

test('a store that is gone contains no person, and its catalog stays', async () => {
  const store = await t.storeNow()
  await t.admin('v3/catalog/products', { products: [{ epi: 1, empi: 1, dt: 'Shirt', stk: 1 }] })
  await eraseStoreSubjects(t.sql, store)
  for (const trace of ['bob@example.com', '+15550100149', 'friend@example.com'])
    expect([trace, await findEverywhere(trace)]).toEqual([trace, []])
  expect(await t.sql`select from variants where store_id = ${store.storeId}`).toHaveLength(1)
})
