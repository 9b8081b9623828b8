/** The owner's order and the weight of items: reordered, sorted by it, without a change for callers who do not ask. */
import { beforeAll, describe, expect, test } from 'vitest'
import { add, done, expectRefused, look, makeList, product, products } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let guest: TestShopper
beforeAll(async () => {
  guest = await t.guest()
})

type WireItem = Record<string, unknown> & { epi: number; cts: number; hb?: { position?: number; priority?: string } }
const ids = (items: WireItem[]) => items.map(({ epi }) => epi)
const listOf = async (...numbers: number[]): Promise<string> => {
  const { lid } = await makeList(t, guest)
  for (const n of numbers) await add(t, guest, lid, [product(n)])
  return lid
}
const reorder = (lid: string, fields: object, who = guest) => t.shop('lists/reorder', who, { lid, ...fields })
const sorted = async (lid: string, fields: object = {}) =>
  ids((await done(t, 'lists/fetch-user-list', guest, { lid, sortby: 'position', ...fields })).items)
/** As the storefront sorts what the wire has newest first. */
const inBrowser = async (lid: string) => {
  const items: WireItem[] = (await look(t, guest, lid)).listcontents
  const place = ({ hb, cts }: WireItem) => hb?.position ?? -1000 * cts
  return ids([...items].sort((one, other) => place(one) - place(other)))
}

describe('the order', () => {
  // proves C9.reorder, C9.hb
  test('a list that was never reordered is newest first, and its records have no addition', async () => {
    const lid = await listOf(1, 2, 3)
    expect(await sorted(lid)).toEqual([3, 2, 1])
    for (const item of (await look(t, guest, lid)).listcontents) expect(item).not.toHaveProperty('hb')
  })

  // proves C9.reorder, C9.order-default
  test('items take the order of the call; the wire stays newest first for callers who do not ask', async () => {
    const lid = await listOf(1, 2, 3, 4)
    const { body } = await reorder(lid, { items: [2, 4, 1, 3] })
    expect(ids(body.items)).toEqual([2, 4, 1, 3])
    expect(await sorted(lid)).toEqual([2, 4, 1, 3])
    expect(await inBrowser(lid)).toEqual([2, 4, 1, 3])
    expect(await sorted(lid, { sortorder: 'desc' })).toEqual([3, 1, 4, 2])
    expect(ids((await look(t, guest, lid)).listcontents)).toEqual([4, 3, 2, 1])
    const whole = await done(t, 'lists/fetch-list-with-contents', guest, { lid, sortby: 'position' })
    expect(ids(whole.items)).toEqual([2, 4, 1, 3])
  })

  // proves C9.reorder
  test('items that are not named stay where they are, and a new one comes first', async () => {
    const lid = await listOf(1, 2, 3, 4, 5)
    await reorder(lid, { items: [1, 3, 5] })
    expect(await sorted(lid)).toEqual([1, 4, 3, 2, 5])
    await add(t, guest, lid, [product(6)])
    expect(await sorted(lid)).toEqual([6, 1, 4, 3, 2, 5])
    expect(await inBrowser(lid)).toEqual([6, 1, 4, 3, 2, 5])
  })

  // proves C9.reorder-one
  test('one item before or after another, at the ends too', async () => {
    const lid = await listOf(1, 2, 3, 4)
    await reorder(lid, { epi: 1, before: 4 })
    expect(await sorted(lid)).toEqual([1, 4, 3, 2])
    await reorder(lid, { epi: 4, after: 2 })
    expect(await sorted(lid)).toEqual([1, 3, 2, 4])
    await reorder(lid, { epi: 4, before: 2 })
    await reorder(lid, { epi: 4, before: 2 })
    expect(await sorted(lid)).toEqual([1, 3, 4, 2])
    expect(await inBrowser(lid)).toEqual([1, 3, 4, 2])
  })

  test('moving one item writes that item only', async () => {
    const lid = await listOf(1, 2, 3, 4, 5)
    await reorder(lid, { epi: 5, after: 2 })
    const items: WireItem[] = (await look(t, guest, lid)).listcontents
    expect(ids(items.filter(({ hb }) => hb))).toEqual([5])
  })

  // proves C9.reorder-one
  test('items saved in one call have the same time; moving among them keeps the order of the others', async () => {
    const { lid } = await makeList(t, guest)
    await add(t, guest, lid, products(1, 6))
    const before = await sorted(lid)
    expect(await inBrowser(lid)).toEqual(before)
    await reorder(lid, { epi: before[5], before: before[2] })
    const wanted = [before[0], before[1], before[5], before[2], before[3], before[4]]
    expect(await sorted(lid)).toEqual(wanted)
    expect(await inBrowser(lid)).toEqual(wanted)
    await add(t, guest, lid, [product(9)])
    expect((await sorted(lid))[0]).toBe(9)
  })

  test('a hundred moves to the same place find room', async () => {
    const lid = await listOf(1, 2, 3)
    for (let n = 0; n < 50; n++) {
      await done(t, 'lists/reorder', guest, { lid, epi: 3, after: 2 })
      await done(t, 'lists/reorder', guest, { lid, epi: 1, after: 2 })
    }
    expect(await sorted(lid)).toEqual([2, 1, 3])
  })

  test('pages of the order lose and repeat nothing', async () => {
    const lid = await listOf(1, 2, 3, 4, 5)
    await reorder(lid, { items: [3, 1, 5, 2, 4] })
    const seen: number[] = []
    for (let next: string | null | undefined; next !== null; ) {
      const page = await done(t, 'lists/fetch-user-list', guest, { lid, sortby: 'position', itemslimit: 2, next })
      seen.push(...ids(page.items))
      next = page.pagination.next
    }
    expect(seen).toEqual([3, 1, 5, 2, 4])
  })

  test.each([
    ['a call without an order', {}, 'invalid-items'],
    ['an empty order', { items: [] }, 'invalid-items'],
    ['an item twice', { items: [1, 1] }, 'invalid-items'],
    ['both forms', { items: [1, 2], epi: 1, before: 2 }, 'invalid-items'],
    ['an item without a place', { epi: 1 }, 'invalid-before'],
    ['two places', { epi: 1, before: 2, after: 2 }, 'invalid-before'],
    ['an item beside itself', { epi: 1, after: 1 }, 'invalid-after'],
  ])('%s is refused', async (_, fields, type) => {
    expectRefused(await reorder(await listOf(1, 2), fields), 400, type)
  })

  test('an item that is not in the list is refused, and nothing moves', async () => {
    const lid = await listOf(1, 2)
    expectRefused(await reorder(lid, { items: [1, 2, 7] }), 404, 'unknown-item', /7/)
    expectRefused(await reorder(lid, { epi: 7, before: 1 }), 404, 'unknown-item', /7/)
    expectRefused(await reorder(lid, { epi: 1, before: 7 }), 404, 'unknown-item', /7/)
    expect(await sorted(lid)).toEqual([2, 1])
  })

  // proves C9.own-lists
  test('only the owner orders and weighs', async () => {
    const lid = await listOf(1, 2)
    const other = await t.guest()
    expectRefused(await reorder(lid, { items: [1, 2] }, other), 404, 'unknown-list')
    const weigh = { lid, epi: 1, priority: 'nice' }
    expectRefused(await t.shop('lists/priority', other, weigh), 404, 'unknown-list')
    expectRefused(await t.shop('lists/priority', { ...guest, sessionid: 'no' }, weigh), 401, 'invalid-session')
  })
})

describe('priority', () => {
  const weigh = (lid: string, epi: number, fields: object) => t.shop('lists/priority', guest, { lid, epi, ...fields })

  // proves C9.priority, C9.hb
  test('is set, changed and removed; what is not sent stays', async () => {
    const lid = await listOf(1)
    expect((await weigh(lid, 1, { priority: 'must-have' })).body).toMatchObject({
      epi: 1,
      hb: { priority: 'must-have' },
    })
    expect((await weigh(lid, 1, { desired: 3, received: 0 })).body.hb).toEqual({
      priority: 'must-have',
      desired: 3,
      received: 0,
    })
    expect((await weigh(lid, 1, { priority: '' })).body.hb).toEqual({ desired: 3, received: 0 })
    const { body } = await weigh(lid, 1, { desired: '', received: '' })
    expect(body).not.toHaveProperty('hb')
    expect(body).toEqual((await look(t, guest, lid)).listcontents[0])
  })

  // proves C9.priority
  test('sorts the most wanted first, each in the owner’s order, pages included', async () => {
    const lid = await listOf(1, 2, 3, 4, 5)
    await weigh(lid, 1, { priority: 'nice' })
    await weigh(lid, 3, { priority: 'must-have' })
    await weigh(lid, 5, { priority: 'must-have' })
    await weigh(lid, 4, { priority: 'would-love' })
    await reorder(lid, { epi: 5, after: 1 })
    const seen: number[] = []
    for (let next: string | null | undefined; next !== null; ) {
      const page = await done(t, 'lists/fetch-user-list', guest, { lid, sortby: 'priority', itemslimit: 2, next })
      seen.push(...ids(page.items))
      next = page.pagination.next
    }
    expect(seen).toEqual([3, 5, 4, 1, 2])
  })

  test.each([
    ['an unknown priority', { priority: 'urgent' }, 'invalid-priority'],
    ['a call without a value', {}, 'invalid-priority'],
    ['no unit', { desired: 0 }, 'invalid-desired'],
    ['half a unit', { received: 0.5 }, 'invalid-received'],
    ['fewer than none', { received: -1 }, 'invalid-received'],
  ])('%s is refused', async (_, fields, type) => {
    expectRefused(await weigh(await listOf(1), 1, fields), 400, type)
  })

  test('of an item that is not in the list is refused', async () => {
    expectRefused(await weigh(await listOf(1), 2, { priority: 'nice' }), 404, 'unknown-item', /2/)
  })

  test('a record sent back with additions changes nothing of them', async () => {
    const lid = await listOf(1)
    const { body: weighed } = await weigh(lid, 1, { priority: 'nice' })
    const [sent] = await add(t, guest, lid, [{ ...weighed, note: 'n', hb: { priority: 'must-have' } }])
    expect(sent).toMatchObject({ note: 'n', hb: { priority: 'nice' } })
  })

  test('a copy of a list keeps order and priorities', async () => {
    const lid = await listOf(1, 2, 3)
    await reorder(lid, { items: [1, 3, 2] })
    await weigh(lid, 2, { priority: 'nice', received: 1 })
    const copy = await makeList(t, guest, { fromlid: lid })
    expect(await sorted(copy.lid)).toEqual([1, 3, 2])
    const second = copy.listcontents.find(({ epi }: WireItem) => epi === 2)
    expect(second.hb).toEqual({ priority: 'nice', position: expect.any(Number) })
  })
})

test('the first move in a long list, whose items have the same time, takes a time that grows with its length', async () => {
  const { lid } = await makeList(t, guest)
  const began = performance.now()
  for (let calls = 0; calls < 8; calls++) await add(t, guest, lid, products(calls * 250, 250))
  const filled = performance.now()
  await done(t, 'lists/reorder', guest, { lid, epi: 10, before: 20 })
  // About a third of the time of filling the list, and ten times as long with a nested loop.
  expect((performance.now() - filled) / (filled - began)).toBeLessThan(4)
})
