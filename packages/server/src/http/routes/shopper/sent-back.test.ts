/** Records come back as they were sent: empty texts, bundles, and a custom item whose record a caller sends again. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { add, done, findUnsound, look, makeList, product } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let store: NewStore
let guest: TestShopper
beforeAll(async () => {
  store = await t.newStore('custom-items=on')
  guest = await t.guest(undefined, store)
})

const newList = async () => (await makeList(t, guest, {}, store)).lid as string
const change = (lid: string, fields: object) => done(t, 'lists/update-ctx', guest, { lid, ...fields }, store)
const contents = async (lid: string) => (await look(t, guest, lid, store)).listcontents

const empty = { dt: '', bt: '', sku: '', vi: '', iu: '', note: '' }

describe('a text that was sent empty', () => {
  // proves C8.1.empty
  test('stays empty in an item and in a product record, and is not null', async () => {
    const lid = await newList()
    expect((await change(lid, { a: [product(1, empty)] })).a).toMatchObject([empty])
    expect(await contents(lid)).toMatchObject([empty])
    const sent = { dt: '', bt: '', sku: '', vi: '', iu: '' }
    await t.admin('v3/catalog/products', { products: [product(8, { ...sent, pr: 1, stk: 0 })] }, store)
    const alert = { medium: 'email', mediumvalue: 'ada@shop.example', topics: ['backinstock'] }
    const reply = await t.admin('bispa/subscriptions/create', { ...alert, products: [product(8)] }, store)
    expect(reply.body.products).toMatchObject([sent])
  })

  test('replaces a text by an empty one, in a and in u; null and absent leave it', async () => {
    const lid = await newList()
    const full = { dt: 'Title', bt: 'Brand', sku: 'S', vi: 'Red', iu: '/1.png', note: 'a note' }
    await change(lid, { a: [product(1, full), product(2, full)] })
    const { dt, bt, sku, vi, iu } = full
    const nulls = { dt: null, bt: null, sku: null, vi: null, iu: null }
    expect((await change(lid, { u: [{ epi: 1, ...nulls }] })).u).toMatchObject([
      { dt, bt, sku, vi, iu, note: 'a note' },
    ])
    expect((await change(lid, { u: [{ epi: 1, ...empty }] })).u).toMatchObject([empty])
    expect((await change(lid, { a: [product(2, empty)] })).a).toMatchObject([empty])
  })

  test('a note: empty stays empty, null clears it, and absent leaves it', async () => {
    const lid = await newList()
    const [item] = (await change(lid, { a: [product(1)] })).a
    expect(item.note).toBeNull()
    const notes = [['x'], [''], ['y'], [null], [''], [undefined], ['z'], [undefined]]
    const said: unknown[] = []
    for (const [note] of notes) said.push((await change(lid, { u: [{ epi: 1, note }] })).u[0].note)
    expect(said).toEqual(['x', '', 'y', null, '', '', 'z', 'z'])
    said.length = 0
    for (const [note] of notes) said.push((await change(lid, { a: [product(1, { note })] })).a[0].note)
    expect(said).toEqual(['x', '', 'y', null, '', '', 'z', 'z'])
    const twice = await change(lid, { a: [product(1, { note: 'first' }), product(1, { note: null })] })
    expect(twice.a[0].note).toBeNull()
    expect((await change(lid, { a: [product(5, { note: null }), product(5, { note: '' })] })).a[0].note).toBe('')
  })

  test('a list’s note stays empty, too', async () => {
    const { lid, lnote } = await makeList(t, guest, { lnote: '' }, store)
    expect(lnote).toBe('')
    const note = async (lnote: string) => (await done(t, 'lists/update', guest, { lid, lnote }, store)).lnote
    expect([await note('x'), await note('')]).toEqual(['x', ''])
  })
})

describe('a bundle', () => {
  const parts = [
    { title: 'Foot', price: 20, empi: 11, epi: 111, iu: '', uri: '', vendor: '' },
    { title: '', price: 0, empi: 'a', epi: '007', iu: '/s.png', uri: '/p/s', vendor: 'Stoff' },
    { title: 'Cord' },
  ]

  // proves C8.1.bundle
  test('has every field of its parts as sent, empty texts and numbers included', async () => {
    const lid = await newList()
    const [item] = await add(t, guest, lid, [{ title: 'Lamp', price: 20, bundle: parts }], store)
    expect(item.bundle).toEqual(parts)
    expect((await contents(lid))[0].bundle).toEqual(parts)
    expect((await change(lid, { u: [{ epi: item.epi, bundle: [parts[0]] }] })).u[0].bundle).toEqual([parts[0]])
  })
})

const lamp = { title: 'Lamp', du: '', price: 49.9, compareAtPrice: 60, platformitemid: 7, sku: 'L', iu: '', qty: 2 }
const set = {
  ...lamp,
  title: 'Set',
  bundle: [{ title: 'Foot', price: 1, epi: 1, empi: 2, iu: '', uri: '', vendor: '' }],
}

/** All but the times and the list, which a write changes. */
const same = ({ uts: _, lid: __, _pkey, id, cts, ...record }: Record<string, unknown>) => record

describe.each([
  ['a custom item', lamp],
  ['a bundle', set],
])('the record of %s sent back', (_, sent) => {
  const sentBack = async (
    lid: string,
    call: (record: Record<string, unknown>) => Promise<Record<string, unknown>[]>,
  ) => {
    const [record] = await add(t, guest, lid, [sent], store)
    const [answered] = await call(record)
    expect(same(answered!)).toEqual(same(record))
    expect(await contents(lid)).toHaveLength(1)
    expect(same((await contents(lid))[0])).toEqual(same(record))
    return record
  }

  // proves C8.1.custom-back
  test('in a, in u and in d is that item', async () => {
    const lid = await newList()
    const record = await sentBack(lid, async (record) => (await change(lid, { a: [record] })).a)
    expect((await change(lid, { u: [record] })).u.map(same)).toEqual([same(record)])
    expect((await change(lid, { a: [record, record] })).a.map(same)).toEqual([same(record)])
    expect((await change(lid, { d: [record] })).d.map(same)).toEqual([same(record)])
    expect(await contents(lid)).toEqual([])
  })

  test('with a changed title, price and note changes them', async () => {
    for (const field of ['a', 'u']) {
      const lid = await newList()
      const [record] = await add(t, guest, lid, [sent], store)
      const changed = { ...record, title: 'New', price: 1.5, note: 'soon', qty: 9 }
      const [answer] = (await change(lid, { [field]: [changed] }))[field]
      expect(answer).toMatchObject({
        ...{ epi: record.epi, empi: record.empi, lity: record.lity, bundle: record.bundle },
        ...{ title: 'New', dt: 'New', price: 1.5, pr: 1.5, note: 'soon', qty: 9 },
      })
    }
  })

  test('moves to another list and stays custom, also in several lists at once', async () => {
    const [from, to, third] = [await newList(), await newList(), await newList()]
    const [record] = await add(t, guest, from, [sent], store)
    await change(from, { d: [record] })
    expect((await change(to, { a: [record] })).a.map(same)).toEqual([same(record)])
    const fields = { lids: [from, third], a: [record] }
    const { a } = await done(t, 'lists/update-multiple-ctx', guest, fields, store)
    expect(a.map(same)).toEqual([same(record), same(record)])
    expect(await findUnsound(t.sql)).toEqual([])
  })

  test('by save for later is that item', async () => {
    const who = await t.guest(undefined, store)
    const { list } = await done(t, 'lists/sfl/fetch', who, {}, store)
    const call = (name: string, items: object[]) => done(t, `lists/sfl/${name}`, who, { lid: list.lid, items }, store)
    const [record] = (await call('add', [sent])).itemsadded
    expect(record.lity).toBe('bundle' in sent ? 'customBundle' : 'custom')
    expect((await call('add', [record])).itemsadded.map(same)).toEqual([same(record)])
    expect((await call('update', [record])).itemsupdated.map(same)).toEqual([same(record)])
    expect((await call('moved-to-cart', [record])).itemsmoved.map(same)).toEqual([same(record)])
  })
})

test('the ids of a custom item are never those of a product', async () => {
  const lid = await newList()
  const [record] = await add(t, guest, lid, [lamp], store)
  const { epi, empi } = record
  const plain = await t.shop('lists/update-ctx', guest, { lid, a: [{ epi, empi, du: '/x' }] }, store)
  expect(plain).toMatchObject({ status: 400, body: { type: 'invalid-a', msg: 'a[0].title is required' } })
  const byTitle = (await change(lid, { a: [{ epi, empi, du: '/x', dt: 'Again' }] })).a
  expect(byTitle).toMatchObject([{ epi, lity: 'custom', title: 'Again' }])
  expect(await contents(lid)).toHaveLength(1)
})
