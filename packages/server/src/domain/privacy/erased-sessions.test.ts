/** Sessions from before an erasure stay ended: they open neither the erased account nor the one created after it. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { generate, listsOf, newEmail } from '../../http/testing/identities.ts'
import { expectRefused, makeList } from '../../http/testing/lists.ts'
import { type TestShopper, useTestApp } from '../../http/testing/test-app.ts'
import { endSubjectSessions } from './end-subject-sessions.ts'
import { eraseStoreSubjects } from './erase-store.ts'
import { eraseSubject } from './erase-subject.ts'

const t = useTestApp()

const refused = async (who: TestShopper, store = t.store) =>
  expectRefused(await t.shop('lists/fetch-lists', who, {}, store), 401, 'invalid-session')

test('a session that was ended stays ended when its person is erased, and after their next login', async () => {
  const email = newEmail()
  const stolen = await t.account(email)
  await endSubjectSessions(t.sql, await t.storeNow(), { email })
  await refused(stolen)
  await eraseSubject(t.sql, await t.storeNow(), { email })
  await refused(stolen)
  const fresh = await t.account(email)
  await refused(stolen)
  expectRefused(await t.shop('lists/create', stolen, { lname: 'Not mine' }), 401, 'invalid-session')
  expect(await listsOf(t, fresh)).toEqual([])
})

test('an erasure ends sessions, once for each life of the account', async () => {
  const email = newEmail()
  const earlier: TestShopper[] = []
  for (let life = 0; life < 3; life++) {
    const now = await t.account(email)
    await makeList(t, now)
    expect(await listsOf(t, now)).toHaveLength(1)
    for (const who of earlier) await refused(who)
    expect(await eraseSubject(t.sql, await t.storeNow(), { email })).toMatchObject({ shoppers: 1 })
    expect(await eraseSubject(t.sql, await t.storeNow(), { email })).toMatchObject({ shoppers: 0 })
    await refused(now)
    earlier.push(now)
  }
})

test('the session of a merged guest opens no account after the erasure; the device gets a new one and works', async () => {
  const [uuid, useremail] = [randomUUID(), newEmail()]
  const guest = await t.guest(uuid)
  const { regid } = (await generate(t, { uuid, useremail })).body
  expect(await listsOf(t, { regid, sessionid: guest.sessionid })).toEqual([])
  await eraseSubject(t.sql, await t.storeNow(), { email: useremail })
  await refused(guest)
  await expect.poll(async () => (await generate(t, { uuid })).body.sessionid).not.toBe(guest.sessionid)
  const device = (await generate(t, { uuid })).body
  expect(await listsOf(t, device)).toEqual([])
  await generate(t, { uuid, useremail })
  await refused({ regid, sessionid: guest.sessionid })
  expect(await listsOf(t, { regid, sessionid: device.sessionid })).toEqual([])
})

test('a person whom the store does not know leaves no row', async () => {
  const store = await t.newStore()
  await eraseSubject(t.sql, await t.storeNow(store), { email: newEmail() })
  const { storeId } = await t.storeNow(store)
  expect(await t.sql`select from shoppers where store_id = ${storeId}`).toHaveLength(0)
})

test('after the erasure of a whole store no earlier session of an account is valid, and guests leave no row', async () => {
  const [store, email] = [await t.newStore(), newEmail()]
  const account = await t.account(email, store)
  const guest = await t.guest(randomUUID(), store)
  await makeList(t, account, {}, store)
  await makeList(t, guest, {}, store)
  await eraseStoreSubjects(t.sql, await t.storeNow(store))
  const { storeId } = await t.storeNow(store)
  expect(await t.sql`select email, session_epoch from shoppers where store_id = ${storeId}`).toEqual([
    { email: null, sessionEpoch: 1 },
  ])
  await refused(account, store)
  expect((await t.shop('lists/fetch-lists', await t.account(email, store), {}, store)).body).toEqual([])
  await refused(account, store)
})
