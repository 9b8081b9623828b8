/** A caller who subscribes another person's address learns nothing about it and can't undo its owner's choices. */
import { beforeEach, describe, expect, test } from 'vitest'
import { suppress } from '../../../domain/messages/suppressions.ts'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { done } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let store: NewStore
let stranger: TestShopper
beforeEach(async () => {
  store = await t.newStore()
  stranger = await t.guest(undefined, store)
})

const victim = 'victim@mail.example'
const phone = '+14155552671'
const shirt = { epi: 111, empi: 11, du: '/products/shirt' }
const ask = (fields: object = {}) => ({
  medium: 'email',
  mediumvalue: victim,
  products: [shirt],
  topics: ['backinstock'],
  ...fields,
})
const bySms = { medium: 'sms', mediumvalue: phone }

const subscribe = (who: TestShopper, fields: object = {}, of = store) =>
  done(t, 'subscriptions/create', who, ask(fields), of)
const byStore = (fields: object = {}, of = store) => t.admin('bispa/subscriptions/create', ask(fields), of)
const seen = (who: TestShopper, of = store) => done(t, 'subscriptions/fetch-subs', who, {}, of)
const leave = async (who: TestShopper, of = store) =>
  (await done(t, 'subscriptions/remove', who, { topic: 'backinstock', epi: 111 }, of)).removed
const rows = async (of = store) => {
  const { storeId } = await t.storeNow(of)
  return await t.sql`
    select status, url, shopper_id
    from subscriptions
    where store_id = ${storeId}`
}
const setStatus = async (status: string, of = store) => {
  const { storeId } = await t.storeNow(of)
  await t.sql`
    update subscriptions
    set status = ${status},
        waiting_since = waiting_since - interval '1 day'
    where store_id = ${storeId}`
}

/** All answers to a caller who subscribes another person's address, without times. */
async function tryOut(of: NewStore, fields: object): Promise<unknown> {
  const who = await t.guest(undefined, of)
  const asked = await subscribe(who, fields, of)
  const page = await seen(who, of)
  const age = Math.abs(Date.now() - page.subscriptions[0]?.cts)
  const times = page.subscriptions.map(() => (age < 600_000 ? 'now' : 'earlier'))
  const shown = page.subscriptions.map(({ cts: _, ...rest }: { cts: number }) => rest)
  const again = await subscribe(who, fields, of)
  return { asked, again, total: page.total, shown, times, removed: [await leave(who, of), await leave(who, of)] }
}

describe.each([
  ['email', {}],
  ['sms', bySms],
])('by %s, a stranger hears the same of an address', (_, fields) => {
  const known: [string, (of: NewStore) => Promise<unknown>][] = [
    ['the store’s server subscribed', (of) => byStore(fields, of)],
    ['another guest subscribed', async (of) => subscribe(await t.guest(undefined, of), fields, of)],
    ['an account subscribed', async (of) => subscribe(await t.account(victim, of), fields, of)],
    [
      'that holds an offer',
      async (of) => {
        await byStore(fields, of)
        await setStatus('told', of)
        const { storeId } = await t.storeNow(of)
        await t.sql`update subscriptions set offered_until = now() + interval '1 hour' where store_id = ${storeId}`
      },
    ],
    ...['told', 'left', 'expired', 'suppressed', 'bought', 'waiting', 'unconfirmed'].map(
      (status): [string, (of: NewStore) => Promise<unknown>] => [
        `that is ${status}`,
        async (of) => {
          await byStore(fields, of)
          await setStatus(status, of)
        },
      ],
    ),
  ]
  // The line has one entry in either case: the address itself, or another shopper.
  const other = { medium: 'email', mediumvalue: 'other@mail.example' }

  // proves C4.stranger
  test.each(known)('%s, and of an unknown one', async (_, make) => {
    for (const settings of [[], ['double-opt-in=on']]) {
      const [mine, blank] = [await t.newStore(...settings), await t.newStore(...settings)]
      await make(mine)
      const inLine = (await rows(mine)).filter(({ status }) => status === 'waiting').length
      for (let i = 0; i < inLine; i++) await byStore(other, blank)
      expect(await tryOut(mine, fields)).toEqual(await tryOut(blank, fields))
    }
  })
})

test('another shopper who subscribes an address and leaves does not end its owner’s subscriptions, by e-mail or phone', async () => {
  for (const fields of [{}, bySms]) {
    await byStore(fields)
    await subscribe(stranger, fields)
    expect(await leave(stranger)).toBe(1)
  }
  expect(await rows()).toMatchObject([{ status: 'waiting' }, { status: 'waiting' }])
})

test('another shopper who subscribed first and leaves does not end the owner’s later subscription', async () => {
  for (const fields of [{}, bySms]) {
    await subscribe(stranger, fields)
    await byStore(fields)
    expect(await leave(stranger)).toBe(1)
  }
  expect((await rows()).map(({ status }) => status)).toEqual(['waiting', 'waiting'])
  const owner = await t.account(victim, store)
  expect(await seen(owner)).toMatchObject({ total: 1, subscriptions: [{ mediumvalue: victim, cby: victim }] })
  expect((await seen(stranger)).total).toBe(0)
})

test('an alert of several guests with one address continues until the last has left', async () => {
  const guests = await Promise.all([1, 2, 3].map(() => t.guest(undefined, store)))
  for (const guest of guests) await subscribe(guest)
  for (const guest of guests) {
    expect(await rows()).toMatchObject([{ status: 'waiting' }])
    expect(await leave(guest)).toBe(1)
  }
  expect(await rows()).toMatchObject([{ status: 'left' }])
})

test.each([
  ['first', async () => {}],
  ['second', byStore],
])('a stranger who asked %s does not see an alert begin again that ended', async (_, before) => {
  await before()
  await subscribe(stranger)
  await setStatus('told')
  expect((await seen(stranger)).subscriptions).toMatchObject([{ status: 'told' }])
  await byStore()
  expect((await seen(stranger)).total).toBe(0)
  expect(await leave(stranger)).toBe(0)
})

test('another shopper cannot change the link in the mail, the owner can', async () => {
  const owner = await t.account(victim, store)
  await subscribe(owner)
  await subscribe(stranger, { products: [{ ...shirt, du: 'https://evil.example' }] })
  expect(await rows()).toMatchObject([{ url: shirt.du }])
  await subscribe(owner, { products: [{ ...shirt, du: '/products/new-shirt' }] })
  expect(await rows()).toMatchObject([{ url: '/products/new-shirt' }])
})

test('another shopper cannot change an address’s choice about the mailing list or act for its account', async () => {
  const owner = await t.account(victim, store)
  const { storeId } = await t.storeNow(store)
  const choice = async () => (await t.sql`select joins from mailing_choices where store_id = ${storeId}`)[0]?.joins
  const accepts = async () =>
    (await t.sql`select accepts_marketing from shoppers where store_id = ${storeId} and email = ${victim}`)[0]
      ?.acceptsMarketing
  await subscribe(owner, { addtomailinglist: 1 })
  await subscribe(stranger, { addtomailinglist: 0 })
  expect([await choice(), await accepts()]).toEqual([true, true])
  await subscribe(owner, { addtomailinglist: 0 })
  expect([await choice(), await accepts()]).toEqual([false, false])
  await subscribe(stranger, { addtomailinglist: 1 })
  expect([await choice(), await accepts()]).toEqual([false, false])
})

describe('the mailing list, when somebody else types in the address', () => {
  const state = async (of = store) => {
    const { storeId } = await t.storeNow(of)
    const choices = await t.sql`select medium, joins from mailing_choices where store_id = ${storeId} order by medium`
    const consents = await t.sql`
      select medium, granted, source
      from consents
      where store_id = ${storeId}
        and purpose = 'marketing'
      order by medium, given_at, consent_id`
    return { choices, consents }
  }
  const yes = { addtomailinglist: 1 }

  test.each([
    ['the signed-in owner’s', async () => subscribe(await t.account(victim, store), { addtomailinglist: 0 })],
    ['the store’s', async () => byStore({ addtomailinglist: 0 })],
  ])('a yes changes nothing after %s no, however often it is sent', async (_, refuse) => {
    await refuse()
    const before = await state()
    expect(before).toMatchObject({ choices: [{ joins: false }], consents: [{ granted: false }] })
    await Promise.all([stranger, await t.guest(undefined, store)].map((who) => subscribe(who, yes)))
    await subscribe(await t.account('other@mail.example', store), yes)
    expect(await state()).toEqual(before)
  })

  test('a first yes is recorded as unproven, and the owner’s no follows it', async () => {
    await subscribe(stranger, yes)
    await subscribe(stranger, { ...bySms, ...yes })
    const [mail, sms] = [{ medium: 'email' }, { medium: 'sms' }]
    const unproven = { granted: true, source: 'browser-unproven' }
    expect(await state()).toMatchObject({
      choices: [mail, sms].map((one) => ({ ...one, joins: true })),
      consents: [mail, sms].map((one) => ({ ...one, ...unproven })),
    })
    await subscribe(await t.account(victim, store), { addtomailinglist: 0 })
    await subscribe(stranger, yes)
    expect((await state()).choices).toMatchObject([{ joins: false }, { joins: true }])
  })

  test('a suppressed address does not join', async () => {
    await suppress(t.sql, await t.storeNow(store), { medium: 'email', address: victim }, 'complained')
    await subscribe(stranger, yes)
    expect(await state()).toEqual({ choices: [], consents: [] })
  })
})
