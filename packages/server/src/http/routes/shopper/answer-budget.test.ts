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
