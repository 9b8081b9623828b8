/** The functions of the client that arrange, restore and share lists, against the real service. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../server/src/http/testing/test-app.ts'
import { signIn } from './account.ts'
import {
  copyItems,
  createList,
  emailList,
  fetchList,
  inOwnOrder,
  moveItems,
  removeList,
  reorderItems,
  restoreList,
  setPriority,
  shareList,
  unshareList,
} from './manage-lists.ts'
import { notebook, openBrowser, openShop, pen } from './testing/browser.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const tokenFor = (email: string) => {
  const said = `${Buffer.from(email).toString('base64url')}.${Math.floor(Date.now() / 1000) + 300}`
  return `${said}.${createHmac('sha256', shop.store.identitySecret).update(said).digest('hex')}`
}

/** A new visitor with a wishlist of a notebook and, above it, a pen. */
async function openTab() {
  const tab = openBrowser(shop).tab()
  await tab.add(notebook)
  await tab.add(pen)
  const [first] = await tab.refresh()
  return { tab, first: first!.listId }
}
type Tab = Awaited<ReturnType<typeof openTab>>['tab']
const itemsOf = (tab: Tab, listId: string) => tab.seen().find((list) => list.listId === listId)!.items
const ordered = (tab: Tab, listId: string) => inOwnOrder(itemsOf(tab, listId)).map(({ variantId }) => variantId)

test('an item is moved and copied between lists with its price when saved', async () => {
  const { tab, first } = await openTab()
  const { listId: second } = await createList(tab, 'Second')
  expect(await moveItems(tab, first, second, [notebook])).toMatchObject([{ variantId: 101, savedPrice: 12.5 }])
  expect(itemsOf(tab, first)).toMatchObject([{ variantId: 201 }])
  await copyItems(tab, first, second, [pen])
  expect(ordered(tab, second)).toEqual([201, 101])
  expect(ordered(tab, first)).toEqual([201])
  await expect(moveItems(tab, first, second, [{ variantId: 999 }])).rejects.toMatchObject({ type: 'unknown-item' })
})

test('items are reordered whole or one by one, and an unsent one comes first', async () => {
  const { tab, first } = await openTab()
  expect(ordered(tab, first)).toEqual([201, 101])
  await reorderItems(tab, first, [101, 201])
  expect(ordered(tab, first)).toEqual([101, 201])
  await reorderItems(tab, first, { item: 201, before: 101 })
  expect(ordered(tab, first)).toEqual([201, 101])
  const fresh = { variantId: 301, productId: 30, url: '/cup' }
  const waiting = tab.add(fresh)
  expect(ordered(tab, first)).toEqual([301, 201, 101])
  await waiting
  await tab.refresh()
  expect(ordered(tab, first)).toEqual([301, 201, 101])
})

test('a priority is set and removed, quantities too', async () => {
  const { tab, first } = await openTab()
  expect(await setPriority(tab, first, pen, 'must-have', { desired: 2 })).toMatchObject({
    priority: 'must-have',
    desired: 2,
  })
  expect(itemsOf(tab, first)[0]).toMatchObject({ variantId: 201, priority: 'must-have', desired: 2 })
  const [item] = [await setPriority(tab, first, pen, null)]
  expect(item.priority).toBeUndefined()
  expect(item.desired).toBe(2)
  expect((await setPriority(tab, first, pen, undefined, { desired: null })).desired).toBeUndefined()
})

test('a removed list is restored with its id and items', async () => {
  const { tab, first } = await openTab()
  await removeList(tab, first)
  expect(tab.seen()).toEqual([])
  expect(await restoreList(tab, first)).toMatchObject({ listId: first, count: 2 })
  expect(ordered(tab, first)).toEqual([201, 101])
})

test('a list is shared, mailed and private again', async () => {
  const { tab } = await openTab()
  await signIn(tab, tokenFor('manage@shop.example'))
  const { listId } = (await tab.refresh())[0]!
  const stranger = openBrowser(shop).tab()
  expect(await shareList(tab, listId)).toMatch(new RegExp(`/shared/${listId}$`))
  const mailed = await emailList(tab, listId, { to: 'grandma@example.org', from: 'Ada', note: 'For May' })
  expect(mailed).toMatchObject({ listId, isPublic: true })
  expect(await fetchList(stranger, listId)).toMatchObject({ listId, items: [{}, {}] })
  expect(await unshareList(tab, listId)).toMatchObject({ isPublic: false })
  await expect(fetchList(stranger, listId)).rejects.toMatchObject({ status: 404 })
})
