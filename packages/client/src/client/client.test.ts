import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestApp } from '../../../server/src/http/testing/test-app.ts'
import { accountOf, signIn, signOut } from './account.ts'
import { fetchAlerts, isSubscribed, leaveAlert } from './alerts.ts'
import { createList, fetchList, removeList, renameList, shareList } from './manage-lists.ts'
import { stopAlert } from './stop-alert.ts'
import { subscribe } from './subscribe.ts'
import type { Problem } from './sync/call-api.ts'
import { makeArea, notebook, openBrowser, openShop, pen } from './testing/browser.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const tokenFor = (email: string) => {
  const said = `${Buffer.from(email).toString('base64url')}.${Math.floor(Date.now() / 1000) + 300}`
  return `${said}.${createHmac('sha256', shop.store.identitySecret).update(said).digest('hex')}`
}

describe('saving', () => {
  test('a visitor who saves nothing causes no call', async () => {
    const browser = openBrowser(shop)
    expect(await browser.tab().refresh()).toEqual([])
    expect(browser.asked).toEqual([])
  })

  test('an item is saved at once, after the answer, and after a reload', async () => {
    const browser = openBrowser(shop)
    const tab = browser.tab()
    const saved = tab.add(notebook)
    expect(tab.isSaved('101')).toBe(true)
    expect(tab.count()).toBe(1)
    await saved
    expect(tab.isSaved(101)).toBe(true)
    expect(tab.waiting()).toBe(0)
    const again = browser.tab()
    expect(again.isSaved(101)).toBe(true)
    const [list] = await again.refresh()
    expect(list).toMatchObject({ name: 'My wishlist', count: 1, items: [{ variantId: 101, title: 'Notebook' }] })
  })

  test('a GraphQL id of Shopify means the same item as its number', async () => {
    const tab = openBrowser(shop).tab()
    const gid = 'gid://shopify/ProductVariant/101'
    const bag = { ...notebook, variantId: gid, productId: 'gid://shopify/Product/10' }
    await tab.add(bag)
    const [list] = await tab.refresh()
    expect(list!.items).toMatchObject([{ variantId: 101, productId: 10 }])
    expect([tab.isSaved(gid), tab.isSaved(101), tab.isSaved('gid://shopify/ProductVariant/10')]).toEqual([
      true,
      true,
      false,
    ])
    await tab.remove(bag)
    await tab.refresh()
    expect(tab.isSaved(101)).toBe(false)
    await subscribe(tab, { address: 'ada@shop.example', product: bag })
    expect([isSubscribed(tab, gid), isSubscribed(tab, 101)]).toEqual([true, true])
    await leaveAlert(tab, { variantId: gid })
    expect(await fetchAlerts(tab)).toEqual([])
  })

  test.each([
    ['refuses', () => Promise.reject(new DOMException('no origin', 'SecurityError'))],
    [
      'throws',
      () => {
        throw new DOMException('no origin', 'SecurityError')
      },
    ],
  ])('a page without an origin, where requesting a lock %s, sends without it', async (_, request) => {
    const asked = vi.fn(request)
    vi.stubGlobal('navigator', { locks: { request: asked } })
    try {
      const browser = openBrowser(shop)
      const tab = browser.tab()
      await Promise.all([tab.add(notebook), tab.add(pen)])
      expect(asked).toHaveBeenCalled()
      expect(tab.waiting()).toBe(0)
      expect((await browser.tab().refresh())[0]).toMatchObject({ count: 2 })
    } finally {
      vi.unstubAllGlobals()
    }
  })

  // proves S4.6.cache, S8.cache
  test('the lists are fetched once in five minutes, and again after any write', async () => {
    const browser = openBrowser(shop)
    const tab = browser.tab()
    await tab.add(notebook)
    await tab.refresh()
    const asked = browser.asked.length
    await browser.tab().refresh()
    await tab.fetchAll()
    expect(browser.asked.length).toBe(asked)
    await tab.add(pen)
    const lists = await tab.fetchAll()
    expect(lists[0]).toMatchObject({ cnt: 2 })
    expect(browser.asked.length).toBe(asked + 2)
    vi.useFakeTimers({ now: Date.now() + 300_001, toFake: ['Date'] })
    await tab.fetchAll()
    vi.useRealTimers()
    expect(browser.asked.length).toBe(asked + 3)
  })

  test('a page with many hearts reads the local data once', async () => {
    const area = makeArea()
    const tab = openBrowser(shop, area).tab()
    await tab.add(notebook)
    const read = vi.spyOn(area, 'getItem')
    for (let hearts = 0; hearts < 100; hearts++) tab.isSaved(hearts)
    expect(read.mock.calls.length).toBeLessThanOrEqual(2)
    tab.remove(notebook)
    expect(tab.isSaved(101)).toBe(false)
  })

  test('after two concurrent adds the lists are fetched again', async () => {
    const tab = openBrowser(shop).tab()
    tab.add(notebook)
    await tab.add(pen)
    expect(tab.isFresh()).toBe(false)
    expect((await tab.fetchAll())[0]).toMatchObject({ cnt: 2 })
  })

  test('a removed item disappears at once from every wishlist', async () => {
    const tab = openBrowser(shop).tab()
    await tab.add(notebook)
    const other = await createList(tab, 'Birthday')
    await tab.add(notebook, other.listId)
    expect(tab.count()).toBe(2)
    const removed = tab.remove(notebook)
    expect(tab.isSaved(101)).toBe(false)
    await removed
    await tab.refresh()
    expect(tab.count()).toBe(0)
  })

  test('after the list was deleted on another device, a heart goes to a new one', async () => {
    const browser = openBrowser(shop)
    const tab = browser.tab()
    await tab.add(notebook)
    const [list] = await tab.refresh()
    await shop.shop('lists/delete-list', tab.identity.who()!, { lid: list!.listId })
    await tab.add(pen)
    expect(await tab.refresh()).toMatchObject([{ items: [{ variantId: 201 }] }])
  })

  test('a change of a list that is gone is refused, and may be tried again', async () => {
    const tab = openBrowser(shop).tab()
    await tab.add(notebook)
    const other = await createList(tab, 'Birthday')
    await shop.shop('lists/delete-list', tab.identity.who()!, { lid: other.listId })
    const refused = vi.fn()
    tab.on('refused', refused)
    const both = [tab.add(pen, other.listId), tab.add(notebook, other.listId)]
    for (const one of both) await expect(one).rejects.toMatchObject({ type: 'unknown-list' })
    await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce(), { timeout: 30_000 })
    refused.mock.calls[0]![0].retry()
    await vi.waitFor(() => expect(refused).toHaveBeenCalledTimes(2), { timeout: 30_000 })
  })

  test('adding an existing item updates it in its place', async () => {
    const tab = openBrowser(shop).tab()
    await tab.add(notebook)
    await tab.add(pen)
    const noted = tab.add({ ...notebook, note: 'the ruled one', quantity: 3 })
    const order = () =>
      tab.seen()[0]!.items.map(({ variantId, note, quantity }) => [variantId, note ?? null, quantity ?? 1])
    const expected = [
      [201, null, 1],
      [101, 'the ruled one', 3],
    ]
    expect(order()).toEqual(expected)
    await noted
    await tab.refresh()
    expect(order()).toEqual(expected)
  })
})

describe('failures', () => {
  test('offline changes survive a reload and arrive once, in order', async () => {
    const browser = openBrowser(shop)
    const tab = browser.tab()
    await tab.add(notebook)
    browser.meets = () => 'offline'
    tab.add(pen)
    tab.remove(notebook)
    await vi.waitFor(() => expect(browser.asked.at(-1)?.key).toBeTruthy(), { timeout: 30_000 })
    const later = browser.tab()
    expect([later.isSaved(101), later.isSaved(201), later.waiting()]).toEqual([false, true, 2])
    browser.meets = null
    await later.flush()
    expect(later.waiting()).toBe(0)
    expect(await later.refresh()).toMatchObject([{ count: 1, items: [{ variantId: 201 }] }])
  })

  test('a lost answer duplicates nothing: the key stays the same', async () => {
    const browser = openBrowser(shop)
    const tab = browser.tab()
    browser.meets = (path) => (path === 'lists/create' || path === 'lists/update-ctx' ? 'lost answer' : undefined)
    tab.add(notebook)
    await vi.waitFor(() => expect(browser.asked.map(({ path }) => path)).toContain('lists/create'), { timeout: 30_000 })
    await tab.flush()
    browser.meets = null
    await tab.flush()
    expect(await tab.refresh()).toMatchObject([{ count: 1 }])
    const keys = browser.asked.filter(({ path }) => path === 'lists/create').map(({ key }) => key)
    expect(new Set(keys).size).toBe(1)
  })

  test('a refused change is undone, and may be tried again', async () => {
    const browser = openBrowser(shop)
    const tab = browser.tab()
    const refused = vi.fn()
    tab.on('refused', refused)
    const sent = tab.add({ ...notebook, url: '' })
    expect(tab.isSaved(101)).toBe(true)
    await expect(sent).rejects.toMatchObject({ status: 400 } satisfies Partial<Problem>)
    expect(tab.isSaved(101)).toBe(false)
    expect(refused).toHaveBeenCalledOnce()
    expect(refused.mock.calls[0]![0].problem.message).toContain('du')
  })

  test('a busy service is called again after its Retry-After', async () => {
    const browser = openBrowser(shop)
    const tab = browser.tab()
    let busy = true
    browser.meets = () => (busy ? new Response('{}', { status: 429, headers: { 'retry-after': '1' } }) : undefined)
    const saved = tab.add(notebook)
    await tab.flush()
    busy = false
    await saved
    expect(tab.waiting()).toBe(0)
  })

  test('a shopper with an unknown regid registers again', async () => {
    const area = makeArea()
    const browser = openBrowser(shop, area)
    const tab = browser.tab()
    await tab.add(notebook)
    tab.localData.write('who', { ...tab.identity.who(), regid: 'nobody' })
    await tab.add(pen)
    expect(tab.identity.who()!.regid).not.toBe('nobody')
    expect(tab.waiting()).toBe(0)
    expect((await tab.refresh())[0]!.items).toMatchObject([{ variantId: 201 }])
  })

  test('works with blocked and with full storage', async () => {
    const blocked = openBrowser(shop).tab({
      storage: () => {
        throw new DOMException('denied')
      },
    })
    await blocked.add(notebook)
    expect(blocked.isSaved(101)).toBe(true)
    const full = openBrowser(shop, {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full')
      },
    }).tab()
    await full.add(notebook)
    expect(full.count()).toBe(1)
  })

  test('without consent the list stays on the device, and is sent after consent', async () => {
    const browser = openBrowser(shop)
    const tab = browser.tab({ deviceOnly: true })
    tab.add(notebook)
    await tab.flush()
    expect(tab.isSaved(101)).toBe(true)
    expect(browser.asked).toEqual([])
    await tab.allow()
    expect(tab.waiting()).toBe(0)
    expect(tab.count()).toBe(1)
  })
})

describe('signing in', () => {
  test('the guest’s list is merged into the account, and the account’s items appear', async () => {
    const phone = openBrowser(shop).tab()
    await phone.add(pen)
    await signIn(phone, tokenFor('ada@shop.example'))
    const laptop = openBrowser(shop)
    const tab = laptop.tab()
    await tab.add(notebook)
    await signIn(tab, tokenFor('ada@shop.example'))
    expect(tab.isSignedIn()).toBe(true)
    expect([tab.isSaved(101), tab.isSaved(201)]).toEqual([true, true])
    const asked = laptop.asked.length
    await signIn(laptop.tab(), tokenFor('ada@shop.example'))
    expect(laptop.asked.length).toBe(asked)
  })

  test('another account on the same device gets only its own items', async () => {
    const tab = openBrowser(shop).tab()
    await tab.add(pen)
    await signIn(tab, tokenFor('eve@shop.example'))
    await signIn(tab, tokenFor('bob@shop.example'))
    expect(tab.count()).toBe(0)
    signOut(tab)
    expect(tab.isSignedIn()).toBe(false)
  })

  test('a forged token signs nobody in', async () => {
    const tab = openBrowser(shop).tab()
    await expect(signIn(tab, `${tokenFor('eve@shop.example')}0`)).rejects.toMatchObject({ status: 401 })
    expect(tab.isSignedIn()).toBe(false)
  })

  test('the address is read from both forms of a token', () => {
    expect(accountOf(tokenFor('ada@shop.example'))).toBe('ada@shop.example')
    const part = (said: object) => Buffer.from(JSON.stringify(said)).toString('base64url')
    expect(accountOf(`${part({ alg: 'HS256' })}.${part({ email: 'ada@shop.example' })}.x`)).toBe('ada@shop.example')
  })
})

describe('alerts and lists', () => {
  test('an alert is subscribed to, noted locally and listed with its place', async () => {
    const tab = openBrowser(shop).tab()
    await subscribe(tab, { address: 'ada@shop.example', product: pen })
    expect(isSubscribed(tab, 201)).toBe(true)
    expect(await fetchAlerts(tab)).toMatchObject([{ topic: 'backinstock', variantId: 201, position: 1 }])
    await leaveAlert(tab, { variantId: 201 })
    expect(isSubscribed(tab, 201)).toBe(false)
    expect(await fetchAlerts(tab)).toEqual([])
    await expect(subscribe(tab, { address: 'nonsense', product: pen })).rejects.toMatchObject({ status: 400 })
  })

  test('a stopped alert is hidden at once, and on again in its place when that is undone or it is asked for again', async () => {
    const browser = openBrowser(shop)
    const tab = browser.tab()
    const asked = { address: 'stop@shop.example', product: pen }
    await subscribe(tab, asked)
    const [alert] = await fetchAlerts(tab)
    const isHeld = () => false
    const first = stopAlert(tab, alert!, isHeld)
    expect(isSubscribed(tab, 201)).toBe(false)
    // the service has it still; another page and a look-up do not show it
    expect([await fetchAlerts(tab), isSubscribed(browser.tab(), 201)]).toEqual([[], false])
    first.undo()
    expect(await first.ended).toBe(false)
    expect(await fetchAlerts(tab)).toEqual([alert])
    stopAlert(tab, alert!, isHeld)
    await subscribe(tab, asked)
    expect(await fetchAlerts(tab)).toEqual([alert])
    expect(browser.asked.filter((call) => `${call}`.includes('subscriptions/remove'))).toEqual([])
    await leaveAlert(tab, { variantId: 201 })
  })

  test('lists are created, renamed, shared by a signed-in shopper, and removed', async () => {
    const tab = openBrowser(shop).tab()
    const list = await createList(tab, 'Birthday')
    expect((await renameList(tab, list.listId, 'Christmas')).name).toBe('Christmas')
    await expect(shareList(tab, list.listId)).rejects.toMatchObject({ type: 'login-required' })
    await signIn(tab, tokenFor('lists@shop.example'))
    expect(await shareList(tab, list.listId)).toMatch(/\/shared\/.{40}$/)
    const stranger = openBrowser(shop).tab()
    expect(await fetchList(stranger, tab.seen()[0]!.listId)).toMatchObject({ name: 'Christmas', items: [] })
    await removeList(tab, list.listId)
    expect(tab.seen()).toEqual([])
  })

  test('tabs see each other’s changes', async () => {
    const browser = openBrowser(shop)
    const [one, other] = [browser.tab(), browser.tab()]
    await one.add(notebook)
    expect(other.isSaved(101)).toBe(true)
  })
})
