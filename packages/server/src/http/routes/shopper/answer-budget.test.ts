/** Answers stay within a byte limit for any saved items: previews shrink, counts stay exact, pages return the rest. */
import { expect, test } from 'vitest'
import { answerBytes } from '../../../domain/items/answer-budget.ts'
import { add, done, makeList, product } from '../../testing/lists.ts'
import { form, type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

/** Twelve kilobytes each. */
const heavy = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => product(from + n, { cprops: { text: 'x'.repeat(12_000) } }))

async function fill(who: TestShopper, items: number, fields: object = {}): Promise<string> {
  const { lid } = await makeList(t, who, fields)
  for (let n = 0; n < items; n += 50) await add(t, who, lid, heavy(n, Math.min(50, items - n)))
  return lid
}

async function raw(path: string, who: TestShopper, fields: object, query = ''): Promise<string> {
  const reply = await t.app.inject({
    method: 'POST',
    url: `/api/v3/${path}?pid=${encodeURIComponent(t.store.pid)}${query}`,
    payload: form({ ...who, ...fields }),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.body
}

/** The bytes besides the items: the list heads. */
const besides = 100_000

type Shown = { lid: string; cnt: number; listcontents: { epi: number }[] }

test('fetch-lists shows less of heavy lists, all of light ones, newest first, and the true counts', async () => {
  const who = await t.guest()
  const heavyOnes = [await fill(who, 250), await fill(who, 250), await fill(who, 250)]
  const { lid: light } = await makeList(t, who)
  await add(t, who, light, [product(1), product(2)])
  const text = await raw('lists/fetch-lists', who, {})
  expect(text.length).toBeLessThan(answerBytes + besides)
  const shown = JSON.parse(text) as Shown[]
  expect(shown.find(({ lid }) => lid === light)!.listcontents).toHaveLength(2)
  for (const list of shown.filter(({ lid }) => heavyOnes.includes(lid))) {
    expect(list.cnt).toBe(250)
    expect(list.listcontents.length).toBeGreaterThan(50)
    expect(list.listcontents.length).toBeLessThan(250)
    const page = await done(t, 'lists/fetch-user-list', who, { lid: list.lid, itemslimit: 5 })
    expect(list.listcontents.slice(0, 5).map(({ epi }) => epi)).toEqual(
      page.items.map(({ epi }: { epi: number }) => epi),
    )
  }
})

test('one list, its items alone, its pages and its deletion stay within the budget too', async () => {
  const who = await t.guest()
  const lid = await fill(who, 500)
  for (const path of ['lists/fetch-list', 'lists/fetch-ctx', 'lists/fetch-list-with-contents']) {
    const text = await raw(path, who, { lid })
    expect(text.length, path).toBeLessThan(2 * answerBytes + besides)
  }
  expect(JSON.parse(await raw('lists/fetch-list', who, { lid }))).toMatchObject({ cnt: 500 })
  const deleted = await raw('lists/delete-list', who, { lid }, '&limit=500')
  expect(deleted.length).toBeLessThan(answerBytes + besides)
  expect(JSON.parse(deleted)).toMatchObject({ cnt: 500 })
})

test('pages of heavy items are shorter than asked for, and lead through all of them', async () => {
  const who = await t.guest()
  const lid = await fill(who, 500)
  const seen = new Set<number>()
  let next: string | null = null
  do {
    const fields: Record<string, unknown> = { lid, itemslimit: 100, ...(next && { next }) }
    const page = JSON.parse(await raw('lists/fetch-user-list', who, fields))
    expect(page.pagination.totalcount).toBe(500)
    for (const { epi } of page.items) seen.add(epi)
    next = page.pagination.next
  } while (next)
  expect(seen.size).toBe(500)
})

test('ordinary lists are shown as ever: 500 items of ten lists', async () => {
  const who = await t.guest()
  for (let list = 0; list < 3; list++) {
    const { lid } = await makeList(t, who)
    for (let n = 0; n < 500; n += 250)
      await add(
        t,
        who,
        lid,
        Array.from({ length: 250 }, (_, i) => product(n + i, { note: 'a note' })),
      )
  }
  const shown = JSON.parse(await raw('lists/fetch-lists', who, {})) as Shown[]
  expect(shown.map(({ listcontents }) => listcontents.length)).toEqual([500, 500, 500])
})

/** The largest record that the customers call accepts, and more than it accepts: a row from before the limits. */
const long = '💖'.repeat(250)
const longest = {
  em: 'long@shop.example',
  fname: '💖'.repeat(255),
  lname: '💖'.repeat(255),
  ut: '💖'.repeat(255),
  extags: [long, long, long, 'last'],
  pd: { addresses: Array.from({ length: 7 }, () => ({ street: long })) },
}

async function withLists(email: string, count: number): Promise<TestShopper> {
  const who = await t.account(email)
  await makeList(t, who)
  await t.sql`
    insert into lists (store_id, list_id, shopper_id, name, created_by)
    select store_id, gen_random_uuid(), shopper_id, gen_random_uuid()::text, email
    from shoppers
    cross join generate_series(2, ${count}::integer)
    where email = ${email}`
  return who
}

type OwnedList = { userinfo: { fname: string; extags: string[]; pd: { tags: string[]; addresses: object[] } } }

test('a long customer record: two lists have it whole, 250 lists have it in brief and stay within the budget', async () => {
  expect((await t.admin('v3/customers', { customers: [longest] })).body).toEqual({ recorded: 1, older: 0 })
  const few = JSON.parse(await raw('lists/fetch-lists', await withLists('long@shop.example', 2), {})) as OwnedList[]
  for (const { userinfo } of few)
    expect(userinfo).toMatchObject({ extags: longest.extags, pd: { tags: longest.extags, ...longest.pd } })
  const who = await withLists('long@shop.example', 249)
  for (const path of ['lists/fetch-lists', 'lists/fetch-user-lists']) {
    const text = await raw(path, who, {})
    expect(Buffer.byteLength(text), path).toBeLessThan(answerBytes + besides)
    const lists = (path.endsWith('fetch-lists') ? JSON.parse(text) : JSON.parse(text).data) as OwnedList[]
    expect(lists.length).toBeGreaterThanOrEqual(250)
    for (const { userinfo } of lists)
      expect(userinfo).toMatchObject({ fname: longest.fname, extags: [], pd: { tags: [], addresses: [] } })
  }
})

test('a customer record that was stored before its limits is cut in every answer', async () => {
  const who = await withLists('stored@shop.example', 250)
  await t.sql`
    update shoppers
    set tags = (select array_agg(n || ${long}) from generate_series(1, 250) n),
        platform_data = jsonb_build_object('tags', (select jsonb_agg(n || ${long}) from generate_series(1, 250) n)),
        preferences = (
          select jsonb_object_agg('m' || n, jsonb_build_object('signedUpAt', n, 'acceptsMarketing', true, 'source', ${long}::text))
          from generate_series(1, 250) n
        )
    where email = 'stored@shop.example'`
  const text = await raw('lists/fetch-lists', who, {})
  expect(Buffer.byteLength(text)).toBeLessThan(answerBytes + besides)
  const [{ lid }] = JSON.parse(text) as [Shown]
  const alone = await raw('lists/fetch-list', who, { lid })
  expect(Buffer.byteLength(alone)).toBeLessThan(besides)
  const { userinfo } = JSON.parse(alone) as OwnedList
  expect(userinfo.extags.slice(0, 2)).toEqual([`1${long}`, `2${long}`])
  expect(userinfo.pd.tags).toEqual(userinfo.extags)
})

test('many heavy lists of an owner with a long record show fewer items, and stay within the budget', async () => {
  await t.admin('v3/customers', { customers: [{ ...longest, em: 'heavy@shop.example' }] })
  const who = await withLists('heavy@shop.example', 60)
  await fill(who, 250)
  await fill(who, 250)
  const text = await raw('lists/fetch-lists', who, {})
  expect(Buffer.byteLength(text)).toBeLessThan(answerBytes + besides)
  const shown = JSON.parse(text) as (Shown & OwnedList)[]
  expect(shown[0]!.userinfo.extags).toEqual(longest.extags)
  expect(Math.max(...shown.map(({ listcontents }) => listcontents.length))).toBeGreaterThan(50)
})
