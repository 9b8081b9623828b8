/** Lists and merges as the merchant sees them: found, opened, undone. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkGuest } from '../../domain/merges/merges.ts'
import { add, makeList, products } from '../../http/testing/lists.ts'
import { testRoles } from '../testing/roles.ts'
import { openTestDashboard, type Person, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
let viewer: ReturnType<Person['in']>
beforeAll(async () => {
  t = await openTestDashboard()
  viewer = (await t.member('viewer')).in()
})
afterAll(() => t.close())

const nobody = '00000000-0000-4000-8000-000000000000'
testRoles(
  () => t,
  [
    ['get', '/lists', 'viewer'],
    ['get', '/lists.csv', 'viewer'],
    ['get', '/lists/none', 'viewer'],
    ['get', '/lists/none/items', 'viewer'],
    ['get', '/lists/none/items.csv', 'viewer'],
    ['get', '/merges', 'viewer'],
    ['get', '/merges.csv', 'viewer'],
    ['get', `/merges/${nobody}`, 'viewer'],
    ['post', `/merges/${nobody}/undo`, 'admin'],
  ],
)

const names = async (query: string) =>
  (await viewer.get(`/lists?${query}`)).body.rows.map(({ name }: { name: string }) => name)

describe('lists', () => {
  const name = '<script>alert(1)</script> wishes'
  let listId: string
  beforeAll(async () => {
    const ada = await t.account('ada@shop.example')
    listId = (await makeList(t, ada, { lname: name })).lid
    await add(t, ada, listId, products(1, 3))
    await makeList(t, ada, { lname: 'Summer 100%' })
    await makeList(t, await t.account('bob@shop.example'), { lname: 'summer 1000' })
    await makeList(t, await t.guest(), { lname: 'A guest’s' })
  })

  test('are listed newest first, page by page', async () => {
    const { body } = await viewer.get('/lists?limit=3')
    expect(body.rows.map((row: { name: string }) => row.name)).toEqual(['A guest’s', 'summer 1000', 'Summer 100%'])
    expect(body.rows[0]).toMatchObject({ ownerEmail: null, isPublic: false, isArchived: false })
    const second = (await viewer.get(`/lists?limit=3&after=${body.next}`)).body
    expect(second).toMatchObject({ rows: [{ name, itemCount: 3, ownerEmail: 'ada@shop.example' }], next: null })
  })

  test('are found by the start of their name, ignoring case', async () => {
    expect(await names('q=SUMMER')).toEqual(['Summer 100%', 'summer 1000'])
    expect(await names(`q=${encodeURIComponent('summer 100%')}`)).toEqual(['Summer 100%'])
    const { next } = (await viewer.get('/lists?q=summer&limit=1')).body
    expect(await names(`q=summer&limit=1&after=${encodeURIComponent(next)}`)).toEqual(['summer 1000'])
    expect(await names('q=umme')).toEqual([])
  })

  test('are found by their owner and by their id', async () => {
    expect(await names('q=Ada@')).toEqual([name, 'Summer 100%'])
    const { next } = (await viewer.get('/lists?q=ada@&limit=1')).body
    expect(await names(`q=ada@&limit=1&after=${encodeURIComponent(next)}`)).toEqual(['Summer 100%'])
    expect(await names(`q=${listId}`)).toEqual([name])
  })

  test('open with their items, in pages and as a file', async () => {
    expect((await viewer.get(`/lists/${listId}`)).body).toMatchObject({ name, itemCount: 3, note: null })
    const { rows, next } = (await viewer.get(`/lists/${listId}/items?limit=2`)).body
    expect(rows).toMatchObject([{ variantId: '3', quantity: 1 }, { variantId: '2' }])
    const rest = (await viewer.get(`/lists/${listId}/items?limit=2&after=${encodeURIComponent(next)}`)).body
    expect(rest).toMatchObject({ rows: [{ variantId: '1' }], next: null })
    const file = await viewer.get(`/lists/${listId}/items.csv`)
    expect(file.headers['content-disposition']).toBe('attachment; filename="lists-items.csv"')
    expect(file.body.split('\r\n')).toHaveLength(5)
  })

  test('of another store are not found', async () => {
    const other = await t.newStore()
    const elsewhere = await makeList(t, await t.account('eve@shop.example', other), {}, other)
    expect(await viewer.get(`/lists/${elsewhere.lid}`)).toMatchObject({ status: 404, body: { type: 'unknown-list' } })
    expect((await viewer.get(`/lists/${elsewhere.lid}/items`)).body.rows).toEqual([])
    expect(await names('q=eve@')).toEqual([])
  })
})

describe('a merge', () => {
  const email = 'merged@shop.example'
  const merge = async () => {
    const uuid = randomUUID()
    const guest = await t.guest(uuid)
    const list = await makeList(t, guest, { lname: 'From the guest' })
    await add(t, guest, list.lid, products(1, 2))
    await linkGuest(t.sql, await t.storeNow(), uuid, email)
  }
  const newest = async () => (await viewer.get(`/merges?q=${email}`)).body.rows[0]

  test('is shown with what it moved, and is undone once', async () => {
    await merge()
    const line = await newest()
    expect(line).toMatchObject({ accountEmail: email, lists: 1, items: 2, alerts: 0, undoneAt: null, canUndo: true })
    expect((await viewer.get(`/merges/${line.mergeId}`)).body).toMatchObject({
      accountEmail: email,
      lists: [{ name: 'From the guest', items: 2 }],
    })
    const admin = (await t.member('admin')).in()
    expect((await admin.post(`/merges/${line.mergeId}/undo`)).status).toBe(200)
    expect(await names(`q=${email}`)).toEqual([])
    expect(await newest()).toMatchObject({ canUndo: false, undoneAt: expect.any(String) })
    const again = await admin.post(`/merges/${line.mergeId}/undo`)
    expect(again).toMatchObject({ status: 404, body: { type: 'nothing-to-undo' } })
    expect((await admin.get('/audit?limit=1')).body.rows[0]).toMatchObject({
      act: 'merge-undone',
      facts: { guestId: expect.any(String), accountId: expect.any(String) },
    })
  })

  test('older than thirty days can’t be undone', async () => {
    await merge()
    const { mergeId } = await newest()
    await t.sql`update merges set merged_at = now() - interval '31 days' where merge_id = ${mergeId}`
    const { rows } = (await viewer.get('/merges?limit=200')).body
    expect(rows.find((row: { mergeId: string }) => row.mergeId === mergeId)).toMatchObject({ canUndo: false })
    expect((await (await t.member('admin')).in().post(`/merges/${mergeId}/undo`)).status).toBe(404)
    expect((await viewer.get('/merges/none')).body.msg).toBe('mergeId is not a merge’s id')
  })

  test('list is read page by page', async () => {
    const { rows, next } = (await viewer.get('/merges?limit=1')).body
    const second = (await viewer.get(`/merges?limit=1&after=${encodeURIComponent(next)}`)).body
    expect(second.rows).toHaveLength(1)
    expect(second.rows[0].mergeId).not.toBe(rows[0].mergeId)
  })
})
