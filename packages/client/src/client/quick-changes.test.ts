import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestApp } from '../../../server/src/http/testing/test-app.ts'
import { signIn } from './account.ts'
import { addSaved, moveSaved } from './saved.ts'
import { notebook, openBrowser, openShop, pen } from './testing/browser.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const some = (variantId: number) => ({ ...notebook, variantId, productId: variantId })

test('twenty quick adds are one registration, one list and one call', async () => {
  const browser = openBrowser(shop)
  const tab = browser.tab({ joinTime: 20 })
  await Promise.all(Array.from({ length: 20 }, (_, index) => tab.add(some(300 + index))))
  expect(browser.asked.map(({ path }) => path)).toEqual(['provider/register', 'lists/create', 'lists/update-ctx'])
  expect((await tab.refresh())[0]).toMatchObject({ count: 20 })
})

test('the page hears the name of a list that the first save creates', async () => {
  const tab = openBrowser(shop).tab({ joinTime: 20 })
  const heard: (string | undefined)[] = []
  tab.on('change', () => heard.push(tab.seen()[0]?.name))
  await tab.add(notebook)
  expect(heard.at(-1)).toBe('My wishlist')
})

test('the page hears of what is saved for later and of what goes back to the bag', async () => {
  const tab = openBrowser(shop).tab()
  const heard: (number | undefined)[] = []
  tab.on('change', () => heard.push(tab.seen().find(({ type }) => type === 'sfl')?.count))
  await addSaved(tab, notebook)
  await expect.poll(() => heard.at(-1)).toBe(1)
  await moveSaved(tab, notebook)
  await expect.poll(() => heard.at(-1)).toBe(0)
})

test('an edit sends only what changed', async () => {
  const browser = openBrowser(shop)
  const tab = browser.tab({ joinTime: 20 })
  await tab.add({ ...notebook, price: 10 })
  const [list] = await tab.refresh()
  await Promise.all([
    tab.edit(list!.listId, notebook, { note: 'the ruled' }),
    tab.edit(list!.listId, notebook, { note: 'the ruled one' }),
  ])
  const { fields } = browser.asked.findLast(({ path }) => path === 'lists/update-ctx')!
  expect([fields.get('a'), fields.get('d')]).toEqual([null, null])
  expect(JSON.parse(fields.get('u')!)).toEqual([{ epi: 101, note: 'the ruled one' }])
})

test('a removal that is undone is never sent, and the item stays as it was', async () => {
  const browser = openBrowser(shop)
  const tab = browser.tab()
  await tab.add(notebook)
  await tab.refresh()
  const before = tab.seen()
  const calls = browser.asked.length
  const undo = tab.remove(notebook, { undoable: true })
  expect(tab.isSaved(101)).toBe(false)
  undo()
  expect(tab.seen()).toEqual(before)
  await tab.flush()
  expect(browser.asked.slice(calls).filter(({ path }) => path === 'lists/update-ctx')).toEqual([])
})

test('one wrong item does not stop the others', async () => {
  const tab = openBrowser(shop).tab({ joinTime: 20 })
  const [good, wrong] = [tab.add(pen), tab.add({ ...notebook, url: '' })]
  await expect(wrong).rejects.toMatchObject({ status: 400 })
  await good
  expect((await tab.refresh())[0]!.items).toMatchObject([{ variantId: 201 }])
})

/** What two tabs send that flush at the same time. */
async function flushInTwoTabs() {
  const browser = openBrowser(shop)
  const [one, other] = [browser.tab({ joinTime: 20 }), browser.tab({ joinTime: 20 })]
  await one.add(notebook)
  const calls = browser.asked.length
  one.add(pen)
  other.add(some(401))
  await Promise.all([one.flush(), other.flush()])
  expect(one.waiting()).toBe(0)
  expect((await one.refresh())[0]).toMatchObject({ count: 3 })
  return browser.asked.slice(calls).flatMap(({ key }) => key ?? [])
}

test('two tabs send each change once', async () => {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, run: () => Promise<void>) => {
    last = last.then(run)
    return last
  }
  vi.stubGlobal('navigator', { locks: { request } })
  try {
    expect(await flushInTwoTabs()).toHaveLength(1)
  } finally {
    vi.unstubAllGlobals()
  }
})

test('where a page may not lock, two tabs send the same call, which is done once', async () => {
  vi.stubGlobal('navigator', {})
  try {
    expect(new Set(await flushInTwoTabs()).size).toBe(1)
  } finally {
    vi.unstubAllGlobals()
  }
})

const tokenFor = (email: string) => {
  const said = `${Buffer.from(email).toString('base64url')}.${Math.floor(Date.now() / 1000) + 300}`
  return `${said}.${createHmac('sha256', shop.store.identitySecret).update(said).digest('hex')}`
}

test('changes that wait when another account signs in belong to the account before, or to nobody', async () => {
  const savedBy = async (email: string) => {
    const tab = openBrowser(shop).tab()
    await signIn(tab, tokenFor(email))
    return tab.seen().flatMap(({ items }) => items.map(({ variantId }) => variantId))
  }
  for (const isReachable of [true, false]) {
    const [before, after] = [`before-${isReachable}@shop.example`, `after-${isReachable}@shop.example`]
    const browser = openBrowser(shop)
    const tab = browser.tab()
    await signIn(tab, tokenFor(before))
    await tab.add(notebook)
    browser.meets = () => 'offline'
    void tab.add(pen)
    await vi.waitFor(() => expect(browser.asked.at(-1)?.fields.get('a')).toContain('Pen'), { timeout: 30_000 })
    browser.meets = isReachable ? null : (path) => (path === 'lists/update-ctx' ? 'offline' : undefined)
    await signIn(tab, tokenFor(after))
    browser.meets = null
    await tab.flush()
    expect([tab.count(), tab.waiting()]).toEqual([0, 0])
    expect(await savedBy(after)).toEqual([])
    expect((await savedBy(before)).toSorted()).toEqual(isReachable ? [101, 201] : [101])
  }
})

test('the next account sees nothing of the one before, although the service does not answer', async () => {
  const browser = openBrowser(shop)
  const tab = browser.tab()
  await signIn(tab, tokenFor('ada@shop.example'))
  await tab.add(notebook)
  await tab.refresh()
  const shown: number[] = []
  tab.on('change', () => shown.push(tab.count()))
  browser.meets = () => new Response('{}', { status: 503 })
  await expect(signIn(tab, tokenFor('ben@shop.example'))).rejects.toMatchObject({ status: 503 })
  expect([shown[0], shown.at(-1), tab.seen()]).toEqual([0, 0, []])
})
