import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { seededRandom, withPauses } from '../../database/testing/test-database.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { recordProducts } from '../catalog/catalog.ts'
import { accountId } from '../secrets/tokens.ts'
import { makeVault } from '../secrets/vault.ts'
import { parseSettings } from '../settings/settings.ts'
import { hashCaller } from '../shoppers/consents.ts'
import { identifyAccount } from '../shoppers/shoppers.ts'
import { createStore, findStore, type Store } from '../stores/stores.ts'
import { type SubscribeRequest, subscribe } from './subscribe.ts'

const database = useTestDatabase({ connections: 10 })
let sql: Database
let store: Store
beforeAll(async () => {
  sql = database.sql
  store = await newStore()
})

const vault = makeVault('a secret for tests')

async function newStore(...settings: string[]): Promise<Store> {
  const { pid } = await createStore(sql, vault, { name: 'Test store', settings: parseSettings(settings) })
  return (await findStore(sql, vault, pid))!
}

const email = 'ada@mail.example'
const shirt = { variantId: '111', productId: '11', url: '/shirt' }
const hat = { variantId: '222', productId: '22', url: '/hat' }

const ask = (more: Partial<SubscribeRequest> = {}): SubscribeRequest => ({
  medium: 'email',
  address: email,
  products: [shirt],
  topics: ['backinstock'],
  ...more,
})

const factsOf = (store: Store) => ({
  textVersion: 'v1',
  source: 'storeadmin',
  userAgent: 'a shop',
  callerHash: hashCaller(store.tokenKey, '192.0.2.1'),
})

const asks = (store: Store, more: Partial<SubscribeRequest> = {}, handle = sql) =>
  subscribe(handle, store, ask(more), factsOf(store))

const subscriptionsOf = async ({ storeId }: Store) =>
  await sql`
  select *
  from subscriptions
  where store_id = ${storeId}
  order by topic, variant_id`

const consentsOf = async ({ storeId }: Store) =>
  await sql`
  select *
  from consents
  where store_id = ${storeId}
  order by consent_id`

const timelineOf = async ({ storeId }: Store) =>
  (
    await sql`
      select step, reason
      from subscription_events
      where store_id = ${storeId}
      order by happened_at`
  ).map(({ step, reason }) => `${step}: ${reason}`)

/** Ends subscriptions as sending and unsubscribing do. */
const end = ({ storeId }: Store, status: string) => sql`
  update subscriptions
  set status = ${status},
      waiting_since = now() - interval '1 day'
  where store_id = ${storeId}`

/** The waiting addresses, first come first. */
const line = async ({ storeId }: Store) =>
  (
    await sql`
      select address
      from subscriptions
      where store_id = ${storeId}
        and variant_id = '111'
        and topic = 'backinstock'
        and status = 'waiting'
      order by waiting_since, subscription_id`
  ).map(({ address }) => address)

describe('subscribing again', () => {
  // proves C4.repeated
  test('a repeated subscription changes nothing', async () => {
    const store = await newStore()
    const first = await asks(store, { joinsMailingList: true, extras: 'x' })
    const before = [await subscriptionsOf(store), await consentsOf(store), await timelineOf(store)]
    expect(await asks(store, { joinsMailingList: true, extras: 'x' })).toEqual(first)
    expect([await subscriptionsOf(store), await consentsOf(store), await timelineOf(store)]).toEqual(before)
  })

  test('a waiting subscription keeps its place and gets the newer details', async () => {
    const store = await newStore()
    await asks(store, { extras: 'first' })
    await asks(store, { address: 'bob@mail.example' })
    await asks(store, { extras: 'second', products: [{ ...shirt, url: '/new' }] })
    await asks(store, {})
    expect(await line(store)).toEqual([email, 'bob@mail.example'])
    expect(await subscriptionsOf(store)).toMatchObject([{ extras: 'second', url: expect.any(String) }, {}])
    expect(await timelineOf(store)).toEqual([
      'waiting: subscribed',
      'waiting: subscribed',
      'waiting: details-changed',
      'waiting: details-changed',
    ])
  })

  test.each(['told', 'left', 'expired', 'bought'])(
    'an ended subscription (%s) waits again at the end of the line',
    async (status) => {
      const store = await newStore()
      await asks(store)
      await end(store, status)
      await asks(store, { address: 'bob@mail.example' })
      await asks(store)
      expect(await line(store)).toEqual(['bob@mail.example', email])
      expect(await subscriptionsOf(store)).toHaveLength(2)
      expect((await timelineOf(store)).at(-1)).toBe('waiting: subscribed-again')
    },
  )

  test('a suppressed address stays suppressed, however often it subscribes', async () => {
    const store = await newStore()
    await asks(store)
    await end(store, 'suppressed')
    await asks(store)
    expect(await subscriptionsOf(store)).toMatchObject([{ status: 'suppressed' }])
  })
})

describe('consent', () => {
  test('the consent to an alert is stored with its text, time, source, app and a hash of the caller', async () => {
    const store = await newStore()
    await asks(store, { products: [shirt, hat], topics: ['backinstock', 'comingsoon'] })
    const consents = await consentsOf(store)
    expect(consents).toMatchObject([
      {
        purpose: 'alert',
        granted: true,
        medium: 'email',
        address: email,
        textVersion: 'v1',
        source: 'storeadmin',
        userAgent: 'a shop',
      },
    ])
    expect(consents[0]!.givenAt).toBeInstanceOf(Date)
    expect(consents[0]!.callerHash).toEqual(hashCaller(store.tokenKey, '192.0.2.1'))
    expect(consents[0]!.callerHash).not.toEqual(hashCaller((await newStore()).tokenKey, '192.0.2.1'))
    const waiting = await subscriptionsOf(store)
    expect(waiting.map(({ consentId }) => consentId)).toEqual(Array(4).fill(consents[0]!.consentId))
  })

  test('a shopper who unsubscribed and subscribes again consents again', async () => {
    const store = await newStore()
    await asks(store)
    await end(store, 'left')
    await asks(store)
    const [earlier, later] = await consentsOf(store)
    expect(later).toMatchObject({ purpose: 'alert', granted: true })
    expect(await subscriptionsOf(store)).toMatchObject([{ consentId: later!.consentId }])
    expect(earlier!.consentId).not.toBe(later!.consentId)
  })

  // proves S4.2.addtomailinglist
  test('mailing-list consent is separate: each change is stored, and the alert does not change', async () => {
    const store = await newStore()
    await asks(store)
    for (const joinsMailingList of [true, true, undefined, false, false, true]) await asks(store, { joinsMailingList })
    const marketing = (await consentsOf(store)).filter(({ purpose }) => purpose === 'marketing')
    expect(marketing.map(({ granted }) => granted)).toEqual([true, false, true])
    const choices = await sql`
      select medium, address, joins, forwarded_at
      from mailing_choices
      where store_id = ${store.storeId}`
    expect(choices).toEqual([{ medium: 'email', address: email, joins: true, forwardedAt: null }])
    expect(await timelineOf(store)).toEqual(['waiting: subscribed'])
  })

  test('with double opt-in an alert is unconfirmed until the shopper confirms it', async () => {
    const store = await newStore('double-opt-in=on')
    await asks(store)
    expect(await subscriptionsOf(store)).toMatchObject([{ status: 'unconfirmed' }])
    expect(await timelineOf(store)).toEqual(['unconfirmed: subscribed'])
    expect(await line(store)).toEqual([])
  })
})

describe('the shopper behind an address', () => {
  const shopperOf = async ({ storeId }: Store) => {
    const [row] = await sql`
      select email, preferences, accepts_marketing
      from shoppers
      where store_id = ${storeId}`
    return row
  }

  test('an e-mail’s subscription belongs to its account, before and after the first login, and creates no row', async () => {
    const store = await newStore()
    await asks(store, { joinsMailingList: true })
    expect(await subscriptionsOf(store)).toMatchObject([{ shopperId: accountId(store.tokenKey, email) }])
    expect(await shopperOf(store)).toBeUndefined()
    await identifyAccount(sql, store, email)
    expect(await shopperOf(store)).toMatchObject({ email })
  })

  test('a known shopper’s preferences have when and where the shopper signed up to the medium', async () => {
    const store = await newStore()
    await identifyAccount(sql, store, email)
    const preference = async () => (await shopperOf(store))!.preferences.email
    await asks(store)
    const first = await preference()
    expect(first).toEqual({ signedUpAt: expect.any(Number), acceptsMarketing: false, source: 'storeadmin' })
    expect(Math.abs(first.signedUpAt - Date.now())).toBeLessThan(600_000)
    await asks(store, { joinsMailingList: false })
    expect(await preference()).toEqual(first)
    await asks(store, { joinsMailingList: true })
    expect(await shopperOf(store)).toMatchObject({
      acceptsMarketing: true,
      preferences: { email: { acceptsMarketing: true } },
    })
    await asks(store)
    expect(await preference()).toMatchObject({ acceptsMarketing: true })
    await asks(store, { joinsMailingList: false })
    expect(await shopperOf(store)).toMatchObject({
      acceptsMarketing: false,
      preferences: { email: { acceptsMarketing: false } },
    })
  })

  test('a phone number belongs to no account', async () => {
    const store = await newStore()
    await asks(store, { medium: 'sms', address: '+14155552671' })
    expect(await subscriptionsOf(store)).toMatchObject([{ shopperId: null, address: '+14155552671' }])
  })
})

test('the price at subscription time is stored for price drops', async () => {
  const store = await newStore()
  await recordProducts(sql, store, [{ ...shirt, price: 19.9 }], 'api')
  await asks(store, { products: [shirt, hat] })
  expect(await subscriptionsOf(store)).toMatchObject([{ priceWhenSaved: '19.9' }, { priceWhenSaved: null }])
})

test('of a product named twice the later details count, and the answer has it once', async () => {
  const store = await newStore()
  const { products } = await asks(store, { products: [shirt, hat, { ...shirt, url: '/later' }] })
  expect(JSON.parse(products)).toHaveLength(2)
  expect(await subscriptionsOf(store)).toMatchObject([{ url: '/later' }, { url: '/hat' }])
})

// proves C4.transaction
test('all or nothing: an error in the last subscription stores none', async () => {
  await sql`
    alter table subscriptions
    add constraint no_hats check (store_id <> ${sql.unsafe(String(store.storeId))} or topic <> 'zz')`
  await expect(asks(store, { topics: ['backinstock', 'zz'], joinsMailingList: true })).rejects.toThrow('no_hats')
  await sql`alter table subscriptions drop constraint no_hats`
  expect([await subscriptionsOf(store), await consentsOf(store), await timelineOf(store)]).toEqual([[], [], []])
})

describe('concurrently', () => {
  // proves C4.repeated
  test.each([1, 2, 3])(
    'the same subscription from many connections is one, and all succeed (seed %i)',
    async (seed) => {
      const store = await newStore()
      await identifyAccount(sql, store, email)
      const slow = withPauses(sql, seededRandom(seed))
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          asks(
            store,
            {
              // in either order: two calls must not wait for each other's locks
              products: i % 2 ? [shirt, hat] : [hat, shirt],
              topics: i % 3 ? ['backinstock', 'comingsoon'] : ['comingsoon', 'backinstock'],
              joinsMailingList: true,
            },
            slow,
          ),
        ),
      )
      expect(answers).toHaveLength(12)
      expect(await subscriptionsOf(store)).toHaveLength(4)
      expect((await consentsOf(store)).map(({ purpose }) => purpose).sort()).toEqual(['alert', 'marketing'])
      expect(await timelineOf(store)).toEqual(Array(4).fill('waiting: subscribed'))
    },
  )

  test('two calls with the same many products in opposite order both succeed', async () => {
    const products = Array.from({ length: 250 }, (_, i) => ({ ...shirt, variantId: String(i) }))
    const backwards = products.toReversed()
    for (let round = 0; round < 4; round++) {
      const store = await newStore()
      const reach = { medium: 'sms', address: '+14155552671' } as const
      await Promise.all(
        [products, backwards, products, backwards].map((products) => asks(store, { ...reach, products })),
      )
      expect(await subscriptionsOf(store)).toHaveLength(250)
    }
  })

  test('an ended subscription that is subscribed twice at the same time waits again once', async () => {
    for (let seed = 0; seed < 5; seed++) {
      const store = await newStore()
      await asks(store)
      await end(store, 'told')
      const slow = withPauses(sql, seededRandom(seed))
      await Promise.all([asks(store, {}, slow), asks(store, {}, slow), asks(store, {}, slow)])
      expect(await timelineOf(store)).toEqual(['waiting: subscribed', 'waiting: subscribed-again'])
      expect(await consentsOf(store)).toHaveLength(2)
    }
  })
})
