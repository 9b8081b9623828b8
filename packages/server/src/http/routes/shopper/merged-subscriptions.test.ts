/** Alerts follow a guest who logs in, and go back when the merge is undone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { done } from '../../testing/lists.ts'
import { openTestApp, type TestApp, type TestShopper } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const subscribe = (who: TestShopper, epi: number, mediumvalue: string) =>
  done(t, 'subscriptions/create', who, {
    medium: 'email',
    mediumvalue,
    products: [{ epi, empi: epi + 5000, du: `/products/${epi}` }],
    topics: ['backinstock'],
  })
const seen = async (who: TestShopper) =>
  (await done(t, 'subscriptions/fetch-subs', who)).subscriptions
    .map(({ epi, mediumvalue }: { epi: number; mediumvalue: string }) => `${epi} ${mediumvalue}`)
    .sort()
const login = async (guest: TestShopper, useremail: string): Promise<TestShopper> => {
  const { body } = await t.admin('v3/user/guest-validate-sync', {
    regid: guest.regid,
    useremail,
    useragenttype: 'webApp',
  })
  return { regid: body.regid, sessionid: guest.sessionid }
}
const undo = (guest: TestShopper) => t.admin('v3/user/undo-merge', { regid: guest.regid })

// proves C2.merge-alerts
test('a guest’s alerts are the account’s after login, the guest is empty, and undoing gives them back', async () => {
  const guest = await t.guest()
  const ada = await t.account('ada@mail.example')
  await subscribe(ada, 1, 'ada@mail.example')
  await subscribe(guest, 2, 'work@mail.example')
  const account = await login(guest, 'ada@mail.example')
  expect(account.regid).toBe(ada.regid)
  expect(await seen(account)).toEqual(['1 ada@mail.example', '2 work@mail.example'])
  expect(await seen(guest)).toEqual([])
  expect((await undo(guest)).status).toBe(200)
  expect(await seen(ada)).toEqual(['1 ada@mail.example'])
  expect(await seen(guest)).toEqual(['2 XXXXXX'])
})

test('so do subscriptions that another shopper made before', async () => {
  const guest = await t.guest()
  await subscribe(await t.guest(), 3, 'family@mail.example')
  await t.admin('bispa/subscriptions/create', {
    medium: 'email',
    mediumvalue: 'bob@mail.example',
    products: [{ epi: 4, empi: 5004, du: '/products/4' }],
    topics: ['backinstock'],
  })
  await subscribe(guest, 3, 'family@mail.example')
  await subscribe(guest, 4, 'bob@mail.example')
  const bob = await login(guest, 'bob@mail.example')
  expect(await seen(bob)).toEqual(['3 family@mail.example', '4 bob@mail.example'])
  expect(await seen(guest)).toEqual([])
  expect((await undo(guest)).status).toBe(200)
  expect(await seen(guest)).toEqual(['3 XXXXXX', '4 XXXXXX'])
  expect(await seen(await t.account('bob@mail.example'))).toEqual(['4 bob@mail.example'])
})

test('subscriptions that a guest makes after the login move with the next login', async () => {
  const guest = await t.guest()
  await login(guest, 'cleo@mail.example')
  await subscribe(await t.guest(), 5, 'shared@mail.example')
  await subscribe(guest, 5, 'shared@mail.example')
  expect(await seen(guest)).toEqual(['5 XXXXXX'])
  const cleo = await login(guest, 'cleo@mail.example')
  expect(await seen(cleo)).toEqual(['5 shared@mail.example'])
  await subscribe(guest, 6, 'cleo@mail.example')
  await login(guest, 'cleo@mail.example')
  expect(await seen(cleo)).toEqual(['5 shared@mail.example', '6 cleo@mail.example'])
  expect(await seen(guest)).toEqual([])
})

const leave = async (who: TestShopper, epi: number) =>
  (await done(t, 'subscriptions/remove', who, { topic: 'backinstock', epi })).removed

test('an alert that moved to another shopper since stays there', async () => {
  const [guest, sister] = [await t.guest(), await t.guest()]
  await subscribe(guest, 8, 'home@mail.example')
  await subscribe(sister, 8, 'home@mail.example')
  const emil = await login(guest, 'emil@mail.example')
  await leave(emil, 8)
  expect((await undo(guest)).status).toBe(200)
  expect(await seen(sister)).toEqual(['8 XXXXXX'])
  expect(await seen(guest)).toEqual([])
})

test('an alert that the account got later stays with it when the undo is repeated', async () => {
  const guest = await t.guest()
  const fritz = await t.account('fritz@mail.example')
  await subscribe(guest, 9, 'office@mail.example')
  await subscribe(fritz, 9, 'office@mail.example')
  await login(guest, 'fritz@mail.example')
  await undo(guest)
  await leave(guest, 9)
  expect((await undo(guest)).status).toBe(200)
  expect(await seen(fritz)).toEqual(['9 office@mail.example'])
  expect(await seen(guest)).toEqual([])
})

test('a guest who logs in and leaves the alert leaves it once', async () => {
  const guest = await t.guest()
  await subscribe(guest, 7, 'dora@mail.example')
  const dora = await login(guest, 'dora@mail.example')
  expect([await leave(guest, 7), await leave(dora, 7), await leave(dora, 7)]).toEqual([0, 1, 0])
  expect(await seen(dora)).toEqual([])
})
