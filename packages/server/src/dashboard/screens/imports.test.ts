import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, fillShop, nasty, shirt } from '../testing/shop.ts'
import { openTestDashboard, ours, type Person, prefixOf, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
let marketer: Person
beforeAll(async () => {
  t = await openTestDashboard()
  marketer = await t.member('marketer')
  await fillShop(t)
})
afterAll(() => t.close())

const feed = `id\ttitle\tlink\tprice\tavailability
111\tLinen shirt, blue\thttps://shop.example/shirt\t22.00 EUR\tin_stock
333\t${nasty}\thttps://shop.example/new\t5.00 EUR\tout_of_stock
\tno id\thttps://shop.example/none\t5.00 EUR\tin_stock
`

const send = async (path: string, text: string, person = marketer) => {
  const reply = await t.app.inject({
    method: 'POST',
    url: `/dashboard/api/stores/${prefixOf(t.store)}${path}`,
    headers: { cookie: person.cookie, 'content-type': 'application/octet-stream', ...ours },
    payload: text,
  })
  return { status: reply.statusCode, body: reply.json() }
}

test('a preview shows the changes and changes nothing', async () => {
  const { body } = await send('/imports/preview', feed)
  expect(body).toMatchObject({ products: 2, added: 1, changed: 1, missing: 1, refused: 1 })
  expect(body.lines).toEqual([{ line: 3, message: 'id is missing' }])
  expect(body.examples).toMatchObject([
    {
      variantId: '111',
      before: { title: 'Linen shirt', price: 20, stock: 0 },
      after: { title: 'Linen shirt, blue', price: 22 },
    },
    { variantId: '333', before: null, after: { title: nasty, price: 5 } },
  ])
  const { product } = (await marketer.in().get(`/product?variantId=${shirt}`)).body
  expect(product).toMatchObject({ title: 'Linen shirt', stock: 0 })
})

test('the file is imported, waiting shoppers are notified, and the progress is shown', async () => {
  await ask(t, 'ada@mail.example')
  const { body } = await send('/imports?file=feed.tsv', feed)
  expect(body).toMatchObject({ products: 2, added: 1, changed: 1, refused: 1, held: 1, removed: 0 })
  const progress = await marketer.in().get('/imports/progress?file=feed.tsv')
  expect(progress.body).toMatchObject({ isFinished: true, entries: 3 })
  expect((await marketer.in().get('/imports/progress?file=other.tsv')).body).toEqual({ entries: 0, isFinished: false })
  const { storeId } = await t.storeNow()
  expect(await t.sql`select from triggers where store_id = ${storeId}`).toHaveLength(1)
  expect((await send('/imports?file=feed.tsv&confirm=yes', feed)).body).toMatchObject({ removed: 1, held: 0 })
})

test('a file that is not a feed is refused with a message', async () => {
  expect(await send('/imports/preview', 'hello')).toMatchObject({ status: 400, body: { type: 'bad-feed' } })
  expect(await send('/imports?file=x', '<rss>')).toMatchObject({ status: 400, body: { type: 'bad-feed' } })
  expect(await send('/imports', feed)).toMatchObject({ status: 400 })
  expect((await marketer.in().post('/imports/preview')).status).toBe(400)
})

test('a viewer can’t import', async () => {
  const viewer = await t.member('viewer')
  expect((await send('/imports/preview', feed, viewer)).status).toBe(403)
  expect((await send('/imports?file=x', feed, viewer)).status).toBe(403)
  expect((await t.stranger.in().get('/imports/progress?file=x')).status).toBe(401)
})
