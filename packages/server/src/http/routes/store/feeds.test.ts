import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { basic, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

const send = async (
  payload: string | Buffer,
  type: string,
  { query = '', authorization = basic(t.store), requestId = 'r' } = {},
) => {
  const reply = await t.app.inject({
    method: 'POST',
    url: `/storeadmin/v3/catalog/feed${query}`,
    payload,
    headers: { 'content-type': type, authorization, 'x-request-id': requestId },
  })
  return { status: reply.statusCode, body: reply.json() }
}
const rows = (count: number) => Array.from({ length: count }, (_, n) => `${n + 1}\tNo. ${n + 1}\t9.50 EUR`).join('\n')

// proves C5.feed-ways
test('a feed is the body, plain or packed, and its report the answer', async () => {
  const text = `id\ttitle\tprice\n${rows(10)}\n11\tx\tcheap\n`
  expect(await send(text, 'text/tab-separated-values')).toEqual({
    status: 200,
    body: {
      products: 10,
      added: 10,
      changed: 0,
      removed: 0,
      held: 0,
      refused: 1,
      lines: [{ line: 11, msg: 'price "cheap" is not a price' }],
    },
  })
  expect((await send(gzipSync(text), 'application/gzip')).body).toMatchObject({ products: 10, added: 0, changed: 0 })
  const short = `id\ttitle\tprice\n${rows(5)}`
  expect((await send(short, 'text/plain')).body).toMatchObject({ removed: 0, held: 5 })
  expect((await send(short, 'text/plain', { query: '?confirm=true' })).body).toMatchObject({ removed: 5, held: 0 })
})

test('a body that is not a feed is refused with a message, and so is a wrong field', async () => {
  expect(await send('<html></html>', 'text/xml')).toMatchObject({ status: 400, body: { type: 'invalid-feed' } })
  expect(await send('', 'text/csv')).toMatchObject({ status: 400, body: { type: 'invalid-feed' } })
  expect(await send('{}', 'application/json')).toMatchObject({ status: 400, body: { type: 'invalid-feed' } })
  expect(await send('x', 'image/png')).toMatchObject({ status: 415 })
  expect(await send('id\n1', 'text/csv', { query: '?confirm=perhaps' })).toMatchObject({
    status: 400,
    body: { type: 'invalid-confirm' },
  })
})

test('the work that a feed triggers has the id of its call', async () => {
  const store = await t.newStore()
  const authorization = basic(store)
  const feed = (availability: string) => `id\ttitle\tprice\tavailability\n77\tShirt\t9.50 EUR\t${availability}`
  await send(feed('out_of_stock'), 'text/plain', { authorization })
  const wish = { medium: 'email', mediumvalue: 'ann@mail.example', topics: ['backinstock'] }
  await t.admin('bispa/subscriptions/create', { ...wish, products: [{ epi: 77, empi: 77, du: '/shirt' }] }, store)
  await send(feed('in_stock'), 'text/plain', { authorization, requestId: 'nightly-feed' })
  const { storeId } = await t.storeNow(store)
  const triggers = await t.sql`
    select topic, request_id
    from triggers
    where store_id = ${storeId}`
  expect(triggers).toMatchObject([{ topic: 'backinstock', requestId: 'nightly-feed' }])
})

test('only with the store\u2019s key', async () => {
  expect(await send('id\n1', 'text/csv', { authorization: 'Basic eDp5' })).toMatchObject({ status: 401 })
})
