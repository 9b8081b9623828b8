import { createHmac, randomUUID } from 'node:crypto'
import { allEndpoints } from '@heartbell/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../database/testing/test-database.ts'
import { endSessions, identifyShopper } from '../../domain/shoppers/shoppers.ts'
import { deleteOldAnswers } from '../../domain/stores/idempotency.ts'
import { createStore, storeIdOf } from '../../domain/stores/stores.ts'
import { saveWebhook } from '../../domain/webhooks/webhook-endpoints.ts'
import { buildApp } from '../app.ts'
import { basic, form, openTestApp, type Reply, type TestApp, type TestShopper } from '../testing/test-app.ts'

let t: TestApp
let fault: (() => void) | undefined
beforeAll(async () => {
  t = await openTestApp({ fault: () => fault?.() })
})
afterAll(() => t.close())

type Sending = { key?: string; store?: TestApp['store']; app?: TestApp['app'] }

async function post(path: string, fields: Record<string, unknown>, { key, app = t.app, ...rest }: Sending = {}) {
  const { store = t.store } = rest
  const isAdmin = path.startsWith('/storeadmin')
  const reply = await app.inject({
    method: 'POST',
    url: isAdmin ? path : `/api/v3/${path}?pid=${encodeURIComponent(store.pid)}`,
    payload: form(fields),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'heartbell-tests',
      ...(isAdmin && { authorization: basic(store) }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers } as Reply
}

const newKey = () => randomUUID()
const listsOf = async (who: TestShopper) => (await t.shop('lists/fetch-lists', who)).body
const shirt = { epi: 111, empi: 11, du: 'https://shop.example/products/shirt' }
const custom = { title: 'A day at the sea', du: 'https://shop.example/sea' }

describe('the same key and body', () => {
  // proves C1.idempotency
  test('give the same answer, and the list is made once', async () => {
    const who = await t.guest()
    const key = newKey()
    const first = await post('lists/create', { ...who, lname: 'Mine' }, { key })
    expect(first.status).toBe(200)
    const again = await post('lists/create', { lname: 'Mine', ...who }, { key })
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(await listsOf(who)).toHaveLength(1)
    expect(await post('lists/create', { ...who, lname: 'Mine' })).toMatchObject({ status: 409 })
  })

  test('are done once when many arrive at the same moment, in several processes too', async () => {
    const who = await t.guest()
    const other = await buildApp({ sql: t.sql, vault: t.vault, checkReplies: true })
    for (let round = 0; round < 5; round++) {
      const key = newKey()
      const name = `List ${round}`
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          post('lists/create', { ...who, lname: name }, { key, app: index % 2 ? other : t.app }),
        ),
      )
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(replies.map(({ body }) => body.lid)).size).toBe(1)
    }
    expect(await listsOf(who)).toHaveLength(5)
    await other.close()
  })

  test('are done once among many others who add to the same list and to other lists', async () => {
    const [who, ...others] = await Promise.all(Array.from({ length: 8 }, () => t.guest()))
    const listOf = async (one: TestShopper) => (await t.shop('lists/create', one, { lname: 'Mine' })).body.lid
    const [lid, ...lids] = await Promise.all([who!, ...others].map(listOf))
    const key = newKey()
    const keyed = Array.from({ length: 3 }, () => post('lists/update-ctx', { ...who, lid, a: [shirt] }, { key }))
    const beside = [101, 102, 103].map((epi) => post('lists/update-ctx', { ...who, lid, a: [{ ...shirt, epi }] }))
    const elsewhere = others.map((one, n) => post('lists/update-ctx', { ...one, lid: lids[n], a: [shirt] }))
    const [first, ...again] = await Promise.all(keyed)
    expect(first).toMatchObject({ status: 200, body: { a: [{ epi: 111 }] } })
    for (const reply of again) expect(reply.body).toEqual(first!.body)
    for (const reply of await Promise.all([...beside, ...elsewhere])) expect(reply.status).toBe(200)
    expect(await listsOf(who!)).toMatchObject([{ cnt: 4 }])
    for (const one of others) expect(await listsOf(one)).toMatchObject([{ cnt: 1 }])
  })

  test('do not double what has no name of its own', async () => {
    const store = await t.newStore('custom-items=on')
    const who = await t.guest(undefined, store)
    const { lid } = (await post('lists/create', { ...who, lname: 'Mine' }, { store })).body
    const key = newKey()
    const first = await post('lists/update-ctx', { ...who, lid, a: [custom] }, { key, store })
    const again = await post('lists/update-ctx', { ...who, lid, a: [custom] }, { key, store })
    expect(again.body).toEqual(first.body)
    const { body } = await post('lists/fetch-ctx', { ...who, lid }, { store })
    expect(body).toHaveLength(1)
  })

  test('apply to the store’s own calls, also with another API key of the store', async () => {
    const key = newKey()
    const fields = { medium: 'email', mediumvalue: 'ana@shop.example', products: [shirt], topics: ['backinstock'] }
    const first = await post('/storeadmin/bispa/subscriptions/create', fields, { key })
    expect(first.status).toBe(200)
    const again = await post('/storeadmin/bispa/subscriptions/create', fields, { key })
    expect(again).toMatchObject({ status: 200, body: first.body })
  })

  test('belong to one shopper: another one’s key is another key', async () => {
    const key = newKey()
    const [ana, ben] = [await t.guest(), await t.guest()]
    const first = await post('lists/create', { ...ana, lname: 'Mine' }, { key })
    const second = await post('lists/create', { ...ben, lname: 'Theirs' }, { key })
    expect(second.status).toBe(200)
    expect(second.body.lid).not.toBe(first.body.lid)
    const elsewhere = await t.newStore()
    const carl = await t.guest(undefined, elsewhere)
    expect(await post('lists/create', { ...carl, lname: 'Else' }, { key, store: elsewhere })).toMatchObject({
      status: 200,
    })
  })

  test('apply although the shopper returned with another session', async () => {
    const email = `${randomUUID()}@shop.example`
    const who = await t.account(email)
    const key = newKey()
    const first = await post('lists/create', { ...who, lname: 'Mine' }, { key })
    await endSessions(
      t.sql,
      await t.storeNow(),
      identifyShopper(await t.storeNow(), who.regid, who.sessionid).shopperId,
    )
    expect(await post('lists/create', { ...who, lname: 'Mine' }, { key })).toMatchObject({
      status: 401,
      body: { type: 'invalid-session' },
    })
    const back = await t.account(email)
    expect((await post('lists/create', { ...back, lname: 'Mine' }, { key })).body).toEqual(first.body)
  })
})

describe('what is refused', () => {
  // proves C1.status-409
  test('the same key with another body or another path', async () => {
    const who = await t.guest()
    const key = newKey()
    const { lid } = (await post('lists/create', { ...who, lname: 'Mine' }, { key })).body
    const reused = { status: 409, body: { error: true, type: 'idempotency-key-reused' } }
    expect(await post('lists/create', { ...who, lname: 'Others' }, { key })).toMatchObject(reused)
    expect(await post('lists/delete-list', { ...who, lid }, { key })).toMatchObject(reused)
    expect(await post('lists/update', { ...who, lname: 'Mine', lid }, { key })).toMatchObject(reused)
    expect(await listsOf(who)).toMatchObject([{ lname: 'Mine' }])
  })

  test('the same key for another shopper, in the store’s own calls', async () => {
    const key = newKey()
    const sync = async () => ({ regid: (await t.guest()).regid, useremail: 'ada@shop.example', useragenttype: 'web' })
    const path = '/storeadmin/v3/user/guest-validate-sync'
    expect(await post(path, await sync(), { key })).toMatchObject({ status: 200 })
    expect(await post(path, await sync(), { key })).toMatchObject({
      status: 409,
      body: { type: 'idempotency-key-reused' },
    })
  })

  test('a key that is empty, too long or not printable', async () => {
    const who = await t.guest()
    for (const key of ['', 'k'.repeat(256), 'schlüssel', 'a\tb'])
      expect(await post('lists/create', { ...who, lname: 'Mine' }, { key })).toMatchObject({
        status: 400,
        body: { type: 'invalid-idempotency-key' },
      })
    expect(await post('lists/create', { ...who, lname: 'Mine' }, { key: 'k'.repeat(255) })).toMatchObject({
      status: 200,
    })
  })

  test('callers without an identity, with or without a key', async () => {
    const key = newKey()
    const who = await t.guest()
    await post('lists/create', { ...who, lname: 'Mine' }, { key })
    expect(await post('lists/create', { lname: 'Mine' }, { key })).toMatchObject({
      status: 401,
      body: { type: 'sw-badregid' },
    })
    expect(await post('lists/create', { ...who, sessionid: 'x', lname: 'Mine' }, { key })).toMatchObject({
      status: 401,
    })
  })
})

describe('what is remembered', () => {
  test('a refusal is an answer too', async () => {
    const who = await t.guest()
    const { lid } = (await post('lists/create', { ...who, lname: 'Mine' })).body
    const key = newKey()
    const taken = { status: 409, body: { type: 'lname-taken' } }
    expect(await post('lists/create', { ...who, lname: 'Mine' }, { key })).toMatchObject(taken)
    await post('lists/delete-list', { ...who, lid })
    expect(await post('lists/create', { ...who, lname: 'Mine' }, { key })).toMatchObject(taken)
    expect(await post('lists/create', { ...who, lname: 'Mine' }, { key: newKey() })).toMatchObject({ status: 200 })
    const bad = newKey()
    for (let time = 0; time < 2; time++)
      expect(await post('lists/create', { ...who, lname: 'x' }, { key: bad })).toMatchObject({ status: 400 })
  })

  test('a fault of ours is not: the key may be used again', async () => {
    const who = await t.guest()
    const key = newKey()
    fault = () => {
      throw new Error('down')
    }
    expect(await post('lists/create', { ...who, lname: 'Mine' }, { key })).toMatchObject({ status: 500 })
    fault = undefined
    expect(await post('lists/create', { ...who, lname: 'Mine' }, { key })).toMatchObject({ status: 200 })
  })

  test('nothing is done if the answer cannot be stored, and the next call does it', async () => {
    const who = await t.guest()
    const key = newKey()
    await t.sql`alter table remembered_answers add constraint full_disk check (answer is null) not valid`
    expect(await post('lists/create', { ...who, lname: 'Mine' }, { key })).toMatchObject({ status: 500 })
    expect(await listsOf(who)).toEqual([])
    await t.sql`alter table remembered_answers drop constraint full_disk`
    expect(await post('lists/create', { ...who, lname: 'Mine' }, { key })).toMatchObject({ status: 200 })
    expect(await listsOf(who)).toHaveLength(1)
  })

  // proves C1.idempotency
  test('for a day, and old answers go a few at a time', async () => {
    const store = await t.newStore()
    const storeId = storeIdOf(store.pid)!
    const who = await t.guest(undefined, store)
    const key = newKey()
    await post('lists/create', { ...who, lname: 'Mine' }, { key, store })
    await t.sql`
      update remembered_answers
      set answered_at = answered_at - interval '24 hours'
      where store_id = ${storeId}`
    expect(await post('lists/create', { ...who, lname: 'Other' }, { key, store })).toMatchObject({ status: 200 })
    expect(await post('lists/create', { ...who, lname: 'Other' }, { key, store })).toMatchObject({ status: 200 })
    await t.sql`
      insert into remembered_answers (store_id, caller, idempotency_key, request_hash, answered_at)
      select ${storeId}, 'store', number::text, '', now() - interval '25 hours'
      from generate_series(1, 600) number`
    const now = await t.storeNow(store)
    expect([await deleteOldAnswers(t.sql, now), await deleteOldAnswers(t.sql, now)]).toEqual([500, 100])
    expect(await deleteOldAnswers(t.sql, now)).toBe(0)
  })

  test('nothing of a call that only reads', async () => {
    const who = await t.guest()
    const key = newKey()
    expect((await post('lists/fetch-lists', { ...who }, { key })).body).toEqual([])
    await post('lists/create', { ...who, lname: 'Mine' })
    expect((await post('lists/fetch-lists', { ...who }, { key })).body).toHaveLength(1)
  })
})

test('a large copy continues after the answer is stored', async () => {
  const who = await t.guest()
  const { lid } = (await post('lists/create', { ...who, lname: 'Large' })).body
  for (let part = 0; part < 3; part++) {
    const a = Array.from({ length: 200 }, (_, index) => ({ ...shirt, epi: part * 200 + index + 1 }))
    await post('lists/update-ctx', { ...who, lid, a })
  }
  const { body } = await post('lists/create', { ...who, lname: 'Copy', fromlid: lid }, { key: newKey() })
  expect(body._cp).toBe(true)
  await expect
    .poll(async () => (await post('lists/fetch-list', { ...who, lid: body.lid })).body, { timeout: 45_000 })
    .toMatchObject({ _cp: false, cnt: 600 })
})

function vouch({ identitySecret }: TestApp['store'], email: string): string {
  const signed = `${Buffer.from(email).toString('base64url')}.${Math.floor(Date.now() / 1000) + 60}`
  return `${signed}.${createHmac('sha256', identitySecret).update(signed).digest('hex')}`
}

test('the whole call runs in the transaction that stores its answer: one connection is enough', async () => {
  // A route that does not use its transaction would wait forever for a second connection.
  const database = await openTestDatabase({ connections: 1 })
  const app = await buildApp({ sql: database.sql, vault: t.vault, checkReplies: true })
  const store = await createStore(database.sql, t.vault, { name: 'Small', settings: { 'rate-key': 'off' } })
  const tried = new Set<string>()
  const write = async (path: string, fields: Record<string, unknown>) => {
    tried.add((path.startsWith('/') ? path : `/api/v3/${path}`).replace(/[0-9a-f]+(-[0-9a-f]+){4}/, ':id'))
    const reply = await post(path, fields, { key: newKey(), store, app })
    expect(reply, `${path} ${JSON.stringify(reply.body)}`).toMatchObject({ status: 200 })
    return reply.body
  }
  const agent = { useragenttype: 'webApp' }
  const uuid = randomUUID()
  const useremail = 'ana@shop.example'
  const tokens = ({ regid, sessionid }: TestShopper) => ({ regid, sessionid })
  const guest = tokens(await write('/storeadmin/v3/user/generate-regid', { ...agent, uuid }))
  await write('/storeadmin/v3/catalog/products', { products: [{ ...shirt, dt: 'Shirt', stk: 3 }] })
  await write('/storeadmin/v3/catalog/stock', { items: [{ epi: 111, stk: 0 }] })
  const { lid } = await write('lists/create', { ...guest, lname: 'Mine' })
  await write('lists/update-ctx', { ...guest, lid, a: [shirt] })
  await write('lists/update-ctx', { ...guest, lid, d: [shirt], a: [{ ...shirt, epi: 112 }] })
  await write('lists/update-multiple-ctx', { ...guest, lids: [lid], a: [shirt] })
  const copy = await write('lists/create', { ...guest, lname: 'Copy', fromlid: lid })
  await write('lists/move-items', { ...guest, lid, tolid: copy.lid, items: [112] })
  await write('lists/copy-items', { ...guest, lid: copy.lid, tolid: lid, items: [112] })
  await write('lists/reorder', { ...guest, lid, items: [111, 112] })
  await write('lists/priority', { ...guest, lid, epi: 111, priority: 'nice' })
  await write('lists/delete-list', { ...guest, lid: copy.lid })
  await write('lists/restore-list', { ...guest, lid: copy.lid })
  await write('lists/delete-list', { ...guest, lid: copy.lid })
  const saved = await write('lists/sfl/create', { ...guest, lname: 'Later' })
  for (const act of ['add', 'update', 'remove', 'moved-to-cart'])
    await write(`lists/sfl/${act}`, { ...guest, lid: saved.lid, items: [shirt] })
  await write('/storeadmin/v3/user/generate-regid', { ...agent, uuid, useremail })
  await write('/storeadmin/v3/user/undo-merge', { regid: guest.regid })
  const account = tokens(await write('/storeadmin/v3/user/guest-validate-sync', { ...agent, ...guest, useremail }))
  for (const act of ['update', 'markPrivate', 'markPublic', 'markArchived', 'markUnarchived'])
    await write(`lists/${act}`, { ...account, lid, lnote: 'hello' })
  await write('lists/emailList', { ...account, lid, fromname: 'Ana', toemail: 'ben@shop.example' })
  await write('lists/reportShare', { ...account, lid, fromname: 'Ana', medium: 'email' })
  await write('lists/saved-alerts', { ...account, enabled: true })
  const alert = { medium: 'email', mediumvalue: useremail, products: [shirt], topics: ['backinstock'] }
  await write('/storeadmin/bispa/subscriptions/create', alert)
  await write('subscriptions/create', { ...account, ...alert })
  const [person] = await database.sql`select subscription_id as id from subscriptions where topic = 'backinstock'`
  const one = `/storeadmin/v3/subscriptions/${person!.id}`
  await write('/storeadmin/v3/catalog/products', { products: [{ ...shirt, epi: 112, dt: 'Shirt', stk: 1 }] })
  await write(`${one}/move`, { epi: 112 })
  await write(`${one}/address`, { medium: 'email', mediumvalue: 'anna@shop.example' })
  await write(`${one}/notify`, {})
  await write(`${one}/end`, {})
  await write('subscriptions/create', { ...account, ...alert })
  await write('subscriptions/remove', { ...account, topic: 'backinstock', epi: 111 })
  await write('events', { ...account, type: 'view', products: [shirt] })
  await write('lists/user-validate-sync', { ...guest, identity: vouch(store, useremail) })
  for (const act of ['add-wishlist', 'remove-wishlist', 'subscribe-isa'])
    await write(`/storeadmin/user/${act}`, { useremail, epis: [111] })
  await write('/storeadmin/v3/topics/trigger', { topic: 'backinstock', products: [111], dryrun: true })
  await write('/storeadmin/v3/orders', { orderid: '1', useremail, items: [{ epi: 111, qty: 1 }] })
  for (const path of ['', '/delete']) await write(`/storeadmin/v3/customers${path}`, { customers: [{ em: useremail }] })
  const letter = { topic: 'backinstock', medium: 'email' }
  await write('/storeadmin/v3/templates/restore', { ...letter, version: 0 })
  await write('/storeadmin/v3/templates/test', { ...letter, to: useremail })
  await write('/storeadmin/v3/catalog/products/delete', { epis: [111] })
  await write('/storeadmin/v3/integrations/delete', { kind: 'smtp' })
  const hook = { url: 'https://shop.example/hook' }
  const { endpointId } = await saveWebhook(database.sql, t.vault, storeIdOf(store.pid)!, hook)
  for (const act of ['rotate', 'replay', 'delete']) await write(`/storeadmin/v3/webhooks/${act}`, { id: endpointId })
  await write('/storeadmin/v3/user/end-sessions', { useremail })
  const writes = allEndpoints.filter(([, { method, auth, reads }]) => method === 'POST' && auth !== 'open' && !reads)
  expect(writes.map(([, { path }]) => path).filter((path) => !tried.has(path))).toEqual([])
  await app.close()
  await database.close()
})

test('a session that is not the shopper’s leaves no answer under their name, and learns of none', async () => {
  const [victim, eve] = [await t.guest(), await t.guest()]
  const both = { regid: victim.regid, sessionid: eve.sessionid }
  const key = newKey()
  const refused = await post('lists/update', { ...both, lid: 'x', lname: 'Mine' }, { key })
  expect(refused).toMatchObject({ status: 401, body: { type: 'invalid-session' } })
  const kept = await t.sql`select from remembered_answers where idempotency_key = ${key}`
  expect(kept).toHaveLength(0)
  const used = newKey()
  await post('lists/create', { ...victim, lname: 'Mine' }, { key: used })
  const asked = await post('lists/create', { ...both, lname: 'Another' }, { key: used })
  expect(asked).toMatchObject({ status: 401, body: { type: 'invalid-session' } })
})
