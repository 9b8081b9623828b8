import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const shirt = { epi: 111, empi: 11, du: 'https://shop.example/products/green-shirt' }
const hat = { epi: '222', empi: 22, du: 'https://shop.example/products/hat' }

test('a guest makes a list, adds to it, and finds it again', async () => {
  const guest = await t.guest()
  const made = await t.shop('lists/create', guest, { lname: 'My wishlist' })
  expect(made.status).toBe(200)
  const added = await t.shop('lists/update-ctx', guest, { lid: made.body.lid, a: [shirt, hat] })
  expect(added.status).toBe(200)
  for (const [path, fields] of [
    ['lists/fetch-lists', {}],
    ['lists/fetch-user-lists', {}],
    ['lists/fetch-list', { lid: made.body.lid }],
    ['lists/fetch-ctx', { lid: made.body.lid }],
    ['lists/fetch-user-list', { lid: made.body.lid, itemslimit: 1 }],
    ['lists/fetch-list-with-contents', { lid: made.body.lid }],
    ['lists/contains', { epis: [111, 5] }],
    ['lists/contains', { empis: [11, 5] }],
    ['lists/update-ctx', { lid: made.body.lid, u: [{ epi: 111, qty: 3, note: 'hi' }], d: [hat] }],
    ['lists/update-multiple-ctx', { lids: [made.body.lid], a: [hat] }],
    ['lists/update', { lid: made.body.lid, lname: 'Other', lnote: 'x' }],
    ['lists/delete-list', { lid: made.body.lid }],
    ['lists/delete-list', { lid: made.body.lid }],
  ] as const) {
    const r = await t.shop(path, guest, fields)
    expect([200, 404]).toContain(r.status)
  }
})
