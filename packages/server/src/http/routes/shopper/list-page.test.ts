/** One list page by page. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, done, expectRefused, look, makeList, product } from '../../testing/lists.ts'
import { form, openTestApp, type Reply, type TestApp, type TestShopper } from '../../testing/test-app.ts'

let t: TestApp
let guest: TestShopper
let lid: string
beforeAll(async () => {
  t = await openTestApp()
  guest = await t.guest()
  lid = (await makeList(t, guest)).lid
  await add(t, guest, lid, items)
  const { storeId } = await t.storeNow()
  // every third is known and sold out, every third known and in stock, the rest unknown to the catalog
  for (const { epi } of items.filter(({ epi }) => epi % 3 !== 0))
    await t.sql`
      insert into variants (store_id, variant_id, product_id, stock)
      values (${storeId}, ${String(epi)}, ${String(epi)}, ${epi % 3 === 1 ? 0 : 5})`
})
afterAll(() => t.close())

const count = 23
/** Titles and prices repeat, because ties are where pages lose or double an item. */
const items = Array.from({ length: count }, (_, i) =>
  product(i + 1, {
    ...(i % 4 !== 3 && { pr: (i * 7) % 5 === 0 ? 0.1 : (i * 7) % 5 }),
    dt: i === 5 ? '🎁'.repeat(512) : `Title ${'ÄbCd'[i % 4]}`,
  }),
)

type Item = { epi: number; pr: number | null; dt: string }
const page = (fields: object, who = guest) => t.shop('lists/fetch-user-list', who, { lid, ...fields })

async function walk(fields: object): Promise<{ pages: Item[][]; totals: number[] }> {
  const pages: Item[][] = []
  const totals: number[] = []
  let next: string | null = null
  do {
    const { status, body }: { status: number; body: Reply['body'] } = await page({ ...fields, ...(next && { next }) })
    expect(status, JSON.stringify(body)).toBe(200)
    pages.push(body.items)
    totals.push(body.pagination.totalcount)
    next = body.pagination.next
  } while (next)
  return { pages, totals }
}

// proves C3.fetch-user-list, C3.pagination
test('fetch-user-list answers list, items, owner and pagination', async () => {
  const { listcontents, ...head } = await look(t, guest, lid)
  const { body } = await page({ itemslimit: 10 })
  expect(body).toEqual({
    list: head,
    items: listcontents.slice(0, 10),
    userinfo: null,
    pagination: { totalcount: count, next: expect.any(String), limit: 10 },
  })
})

// proves C3.fetch-user-list
test('the page’s length is 50 by default, and 1 to 100', async () => {
  expect((await page({})).body.pagination).toEqual({ totalcount: count, next: null, limit: 50 })
  expect((await page({ itemslimit: 100 })).body.items).toHaveLength(count)
  expect((await page({ itemslimit: 1 })).body.items).toHaveLength(1)
  for (const itemslimit of [0, 101, -1, 'x', 1.5]) {
    const says = 'itemslimit must be a whole number from 1 to 100'
    expectRefused(await page({ itemslimit }), 400, 'invalid-itemslimit', says)
  }
})

describe('walking all pages gives each item once, in order', () => {
  const orders: Record<string, (a: Item, b: Item) => number> = {
    time: (a, b) => a.epi - b.epi,
    price: (a, b) => (a.pr ?? 0) - (b.pr ?? 0),
    title: (a, b) => compare(a.dt.toLowerCase(), b.dt.toLowerCase()),
  }
  const compare = (a: string, b: string) => (a === b ? 0 : Buffer.from(a) > Buffer.from(b) ? 1 : -1)
  const usual = { time: 'desc', price: 'asc', title: 'asc' } as const
  const cases = (['time', 'price', 'title'] as const).flatMap((sortby) =>
    ([undefined, 'asc', 'desc'] as const).flatMap((sortorder) =>
      ([undefined, 'instock', 'outofstock'] as const).map((filterby) => ({ sortby, sortorder, filterby })),
    ),
  )

  // proves C3.fetch-user-list-order, C3.pagination
  test.each(cases)('$sortby $sortorder $filterby', async ({ sortby, sortorder, filterby }) => {
    const soldOut = items.filter(({ epi }) => epi % 3 === 1).length
    const expected = { instock: count - soldOut, outofstock: soldOut, all: count }[filterby ?? 'all']
    for (const itemslimit of [1, 4, 100]) {
      const { pages, totals } = await walk({ sortby, sortorder, filterby, itemslimit })
      const walked = pages.flat()
      expect(new Set(walked.map(({ epi }) => epi)).size).toBe(expected)
      expect(walked).toHaveLength(expected)
      expect(new Set(totals)).toEqual(new Set([expected]))
      expect(pages.every((items, i) => items.length === itemslimit || i === pages.length - 1)).toBe(true)
      const sign = (sortorder ?? usual[sortby]) === 'asc' ? 1 : -1
      const inOrder = walked.every((item, i) => i === 0 || sign * orders[sortby]!(walked[i - 1]!, item) <= 0)
      expect(inOrder, JSON.stringify(walked.map(({ epi, pr, dt }) => [epi, pr, dt]))).toBe(true)
    }
  })

  test('also while others are added and removed', async () => {
    const list = await makeList(t, guest)
    await add(t, guest, list.lid, items)
    const first = await done(t, 'lists/fetch-user-list', guest, { lid: list.lid, itemslimit: 10 })
    await add(t, guest, list.lid, [product(900), product(901)])
    await done(t, 'lists/update-ctx', guest, { lid: list.lid, d: [{ epi: first.items.at(-1).epi }, { epi: 1 }] })
    const { next } = first.pagination
    const rest = await done(t, 'lists/fetch-user-list', guest, { lid: list.lid, itemslimit: 100, next })
    const seen = [...first.items, ...rest.items].map(({ epi }: Item) => epi)
    expect(seen).toEqual(Array.from({ length: count - 1 }, (_, i) => count - i))
  })
})

describe('a cursor', () => {
  const write = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const someId = '019a0000-0000-7000-8000-000000000000'

  test.each([
    ['nonsense'],
    ['{}'],
    [write([])],
    [write(['time', 'desc', '1', 'x'])],
    [write(['time', 'desc', '-'.repeat(36), '-'.repeat(36)])],
    [write(['time', 'desc', '9999-99-99 99:99:99+99', someId])],
    [write(['time', 'desc', '2026-02-31 10:00:00+00', someId])],
    [write(['time', 'desc', '1767225600000', '-'.repeat(36)])],
    [write(['time', 'desc', '1767225600000', `${someId}'`])],
    [write(['time', 'desc', '1'.repeat(50), someId])],
    [write(['time', 'desc', "'; drop table items", someId])],
    [write(['time', 'desc', 1767225600000, someId])],
    [write(['time', 'desc', null, someId])],
    [write(['price', 'asc', '1', someId])],
    [write(['__proto__', 'desc', '1', someId])],
    ['\u{1f381}'],
    ['x'.repeat(9000)],
  ])('that is none of ours is refused: %s', async (next) => {
    expectRefused(await page({ next }), 400, 'invalid-next', /^next /)
  })

  test.each([
    [write(['price', 'asc', '1e5', someId])],
    [write(['price', 'asc', 'NaN', someId])],
    [write(['price', 'asc', '-1', someId])],
  ])('that holds no price is refused: %s', async (next) => {
    expectRefused(await page({ next, sortby: 'price' }), 400, 'invalid-next')
  })

  test('of another order is refused', async () => {
    const { next } = (await page({ itemslimit: 5, sortby: 'title' })).body.pagination
    expect((await page({ next, sortby: 'title', itemslimit: 5 })).status).toBe(200)
    for (const order of [{}, { sortby: 'price' }, { sortby: 'title', sortorder: 'desc' }])
      expectRefused(
        await page({ next, ...order }),
        400,
        'invalid-next',
        /not a cursor of this service for this sort order/,
      )
  })

  test('after a very small price is one of ours', async () => {
    const list = await makeList(t, guest)
    await add(t, guest, list.lid, [product(1, { pr: 1e-30 }), product(2, { pr: 0.30000000000000004 })])
    const ask = (fields: object) =>
      done(t, 'lists/fetch-user-list', guest, { lid: list.lid, sortby: 'price', itemslimit: 1, ...fields })
    const first = await ask({})
    expect(first.items[0].epi).toBe(1)
    expect((await ask({ next: first.pagination.next })).items[0].epi).toBe(2)
  })
})

test.each([
  [{ sortby: 'colour' }, 'invalid-sortby', 'sortby must be one of: price, title, time'],
  [{ sortorder: 'up' }, 'invalid-sortorder', 'sortorder must be one of: asc, desc'],
  [{ filterby: 'all' }, 'invalid-filterby', 'filterby must be one of: instock, outofstock'],
  [{ sortby: 'price; drop table items' }, 'invalid-sortby', 'sortby must be one of'],
])('refuses %j', async (fields, type, says) => {
  expectRefused(await page(fields), 400, type, says)
})

describe('fetch-list-with-contents', () => {
  const fetch = (query: object, fields: object = {}) =>
    t.app
      .inject({
        method: 'POST',
        url: `/api/v3/lists/fetch-list-with-contents?${form({ pid: t.store.pid, ...query })}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: form({ ...guest, lid, ...fields }),
      })
      .then((reply) => ({ status: reply.statusCode, body: reply.json(), headers: reply.headers }))

  // proves C3.fetch-list-with-contents, C3.fetch-list-with-contents-fields
  test('answers the items under both names, with the true count', async () => {
    const list = await look(t, guest, lid)
    const { listcontents } = list
    const { body } = await fetch({}, { country: 'DE', locale: 'de-DE', currency: 'EUR' })
    expect(body).toEqual({
      list,
      items: listcontents,
      listcontents,
      userinfo: null,
      pagination: { totalcount: count, next: null, limit: 500 },
    })
  })

  // proves C3.fetch-list-with-contents-page
  test('limit and offset in the query page the items', async () => {
    const all = (await look(t, guest, lid)).listcontents
    const { body } = await fetch({ limit: 5, offset: 4 })
    expect(body.items).toEqual(all.slice(4, 9))
    expect(body.pagination).toEqual({ totalcount: count, limit: 5, next: expect.any(String) })
    const following = await fetch({ limit: 5 }, { next: body.pagination.next })
    expect(following.body.items).toEqual(all.slice(9, 14))
    expect((await fetch({ offset: 1000 })).body).toMatchObject({
      items: [],
      pagination: { totalcount: count, next: null },
    })
    expectRefused(await fetch({ limit: 501 }), 400, 'invalid-limit', 'limit must be a whole number from 1 to 500')
    expectRefused(await fetch({ offset: -1 }), 400, 'invalid-offset', 'offset must be a whole number')
    expectRefused(await fetch({}, { locale: 'x'.repeat(65) }), 400, 'invalid-locale', 'locale must be at most 64')
  })

  // proves C3.excludeArchived
  test('shows an archived list unless excludeArchived is true', async () => {
    const list = await makeList(t, guest, { lname: 'Put away' })
    await t.sql`update lists set archived = true where name = 'Put away'`
    for (const fields of [{}, { excludeArchived: false }])
      expect((await fetch({}, { lid: list.lid, ...fields })).body.list.st).toBe(0)
    expectRefused(await fetch({}, { lid: list.lid, excludeArchived: true }), 404, 'unknown-list')
    expect((await fetch({}, { excludeArchived: true })).status).toBe(200)
  })
})
