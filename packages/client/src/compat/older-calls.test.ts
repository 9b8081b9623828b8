import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestApp } from '../../../server/src/http/testing/test-app.ts'
import { installCallbacks } from '../callbacks/callbacks.ts'
import { openBrowser, openShop } from '../client/testing/browser.ts'
import { makeOlderCalls } from './older-calls.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const mug = { epi: 301, empi: 30, du: 'https://shop.example/mug', dt: 'Mug' }
const pen = { epi: 201, empi: 20, du: 'https://shop.example/pen', dt: 'Pen' }

/** A shopper with a mug and a pen in the list Desk. */
async function openDesk() {
  const client = installCallbacks(openBrowser(shop).tab())
  const { lid } = (await client.createList({ lname: 'Desk' })) as { lid: string }
  await client.addProductsToList(lid, [mug, pen])
  const names = async () => {
    const all = (await older.getAllCollections()) as Record<string, { epi: number }[]>
    return Object.fromEntries(Object.entries(all).map(([name, items]) => [name, items.map(({ epi }) => epi).sort()]))
  }
  const older = makeOlderCalls(client)
  return { client, older, names, lid }
}

test('lists are read, filled and removed by their names', async () => {
  const { older, names } = await openDesk()
  expect(await names()).toEqual({ Desk: [201, 301] })
  await older.addCollectionsToProduct('301', ['Gifts', ' desk '])
  expect(await names()).toEqual({ Desk: [201, 301], Gifts: [301] })
  await older.addProductsToCollection('Gifts', [201])
  await older.removeProductsFromCollection('GIFTS', ['301'])
  expect(await names()).toEqual({ Desk: [201, 301], Gifts: [201] })
  await older.removeCollectionsFromProduct(201, ['Desk', 'Gifts'])
  expect(await names()).toEqual({ Desk: [301], Gifts: [] })
  const gone = vi.fn()
  await older.removeWishlistCollection('Gifts', gone)
  expect(gone.mock.calls).toMatchObject([[{ lname: 'Gifts' }]])
  expect(await names()).toEqual({ Desk: [301] })
})

test('a saved item is removed by its own id', async () => {
  const { client, older } = await openDesk()
  const [newest] = (await client.fetch()) as { _id: string; epi: number }[]
  const deleted = vi.fn()
  await older.deleteEvent(deleted, newest!._id)
  expect(deleted.mock.calls).toEqual([[{ message: 'Successfully deleted' }]])
  expect(await client.fetch()).toHaveLength(1)
})

test('an unknown name or id calls the function for errors and changes nothing', async () => {
  const { client, older } = await openDesk()
  const [ok, err] = [vi.fn(), vi.fn()]
  await older.removeWishlistCollection('Other', ok, err)
  await older.removeCollectionsFromProduct(301, ['Other'], ok, err)
  await older.removeProductsFromCollection('Other', [301], ok, err)
  await older.deleteEvent(ok, 'other', err)
  // a guest may not share
  await older.sendEmailWishList(ok, 'friend@shop.example', 'Ada', 'Look', '', err)
  await older.sendEmailWishList(ok, 'friend@shop.example')
  expect(ok).not.toHaveBeenCalled()
  expect(err.mock.calls.map(([{ status }]) => status)).toEqual([404, 404, 404, 404, 403])
  expect(await client.fetch()).toHaveLength(2)
})
