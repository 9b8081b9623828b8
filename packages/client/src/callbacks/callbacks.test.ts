import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestApp } from '../../../server/src/http/testing/test-app.ts'
import { signIn } from '../client/account.ts'
import { makeArea, openBrowser, openShop } from '../client/testing/browser.ts'
import { asXhr } from './answer.ts'
import { installCallbacks } from './callbacks.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const mug = { epi: 301, empi: 30, du: 'https://shop.example/mug', dt: 'Mug', pr: 14 }
const pen = { epi: '201', empi: '20', du: 'https://shop.example/pen', dt: 'Pen' }

/** A page with the calls; `seen` are the names and products of its events. */
function openPage(browser = openBrowser(shop)) {
  const page = installCallbacks(browser.tab())
  const seen: unknown[] = []
  for (const name of Object.values(page.JSEvents))
    page.evtLayer.addEventListener(name, (event) => {
      const { d, e } = (event as CustomEvent).detail
      seen.push([e, d?.epi ?? d?.productData?.epi])
    })
  return { page, seen, browser }
}

/** What a call tells its callbacks. */
const told = async (call: (ok: (...answered: unknown[]) => void, err: (xhr: unknown) => void) => unknown) => {
  const ok = vi.fn()
  const err = vi.fn()
  await call(ok, err)
  return { ok: ok.mock.calls, err: err.mock.calls }
}

describe('callbacks', () => {
  test('success calls the first function once, and the promise has the same answer', async () => {
    const { page } = openPage()
    const ok = vi.fn()
    const answered = await page.createList({ lname: 'Kitchen' }, ok)
    expect(ok.mock.calls).toEqual([[answered]])
    expect(answered).toMatchObject({ lname: 'Kitchen', listcontents: [] })
  })

  test('a refusal calls the second function with the members of a failed XHR', async () => {
    const { page } = openPage()
    const { ok, err } = await told((ok, err) => page.createList({ lname: 'ab' }, ok, err))
    expect(ok).toEqual([])
    const [[xhr]] = err as [[ReturnType<typeof asXhr>]]
    expect(xhr).toMatchObject({ status: 400, statusText: 'invalid-lname', readyState: 4 })
    expect(JSON.parse(xhr.responseText).type).toBe('invalid-lname')
    expect(xhr.response).toBe(xhr.responseText)
    expect(xhr.getResponseHeader('x-other')).toBeNull()
    expect(asXhr({ status: 429, retryAfter: 7 }).getResponseHeader('Retry-After')).toBe('7')
  })

  test('without network the error has status 0', async () => {
    const { page, browser } = openPage()
    browser.meets = () => 'offline'
    const { err } = await told((ok, err) => page.fetchSubscriptions(ok, err))
    expect(err).toMatchObject([[{ status: 0 }]])
  })

  test('a boolean in the place of a function is ignored', async () => {
    const { page } = openPage()
    expect(await page.addToWishList(mug, null, true)).toMatchObject({ epi: 301 })
    expect(await page.addToWishList({ du: 'x' }, null, true)).toBeUndefined()
  })
})

describe('lists', () => {
  test('items are added, updated and removed, one or several at a time, each with its event', async () => {
    const { page, seen } = openPage()
    const one = (await page.createList({ lname: 'One' })) as { lid: string }
    const two = (await page.createList({ lname: 'Two' })) as { lid: string }
    seen.length = 0
    expect(await page.addToList(one.lid, mug)).toMatchObject({ epi: 301, dt: 'Mug' })
    expect(await page.addProductsToList(one.lid, [mug, pen])).toHaveLength(2)
    expect(await page.updateListItem(one.lid, { epi: 301, qty: 3 })).toMatchObject({ qty: 3 })
    expect(await page.addProductToLists(pen, [one.lid, two.lid])).toHaveLength(2)
    expect(await page.removeProductFromLists(pen, [one.lid, two.lid])).toHaveLength(2)
    expect(await page.removeProductsFromList(one.lid, [mug])).toMatchObject([{ epi: 301 }])
    expect(await page.deleteFromList(one.lid, mug)).toMatchObject({ epi: 301 })
    const [added, removed] = ['sw:addedtowishlist', 'sw:removedfromwishlist']
    expect(seen).toEqual([
      [added, 301],
      [added, 301],
      [added, 201],
      [added, 201],
      [added, 201],
      [removed, 201],
      [removed, 201],
      [removed, 301],
      [removed, 301],
    ])
  })

  test('a list is found by its id as text or in an object', async () => {
    const { page } = openPage()
    const { lid } = (await page.createList({ lname: 'Desk' })) as { lid: string }
    await page.addToList(lid, mug)
    for (const list of [lid, { lid }]) {
      expect(await page.fetchListDetails(list)).toMatchObject({ list: { lid }, items: [{ epi: 301 }] })
      expect(await page.fetchListCtx(list)).toMatchObject([{ epi: 301 }])
    }
    expect(await page.deleteList({ lid })).toMatchObject({ lid })
  })

  test('the first of all lists is a wishlist, which is created if there is only a save-for-later list', async () => {
    const { page } = openPage()
    expect(await page.fetchLists()).toEqual([])
    await page.SaveForLater.init()
    const lists = (await page.fetchLists()) as { lty: string }[]
    expect(lists.map(({ lty }) => lty)).toEqual(['wl', 'sfl'])
    expect(await page.fetchLists({ lty: 'sfl' })).toHaveLength(1)
    expect(await page.fetchLists({ lty: 'other' })).toEqual([])
  })

  test('a picture that is only a placeholder is left out', async () => {
    const { page } = openPage()
    expect(await page.addToWishList({ ...mug, iu: 'data:,' })).toMatchObject({ epi: 301, iu: null })
  })
})

describe('the cache of the lists', () => {
  test('answers for five minutes, is dropped by every write, and is shared by tabs', async () => {
    const browser = openBrowser(shop)
    const { page } = openPage(browser)
    const other = openPage(browser).page
    const fetches = () => browser.asked.filter(({ path }) => path === 'lists/fetch-lists').length
    await page.addToWishList(mug)
    await page.fetchLists()
    const before = fetches()
    await page.fetchLists()
    await other.fetchLists({ lty: 'wl' })
    await other.fetch()
    expect(fetches()).toBe(before)
    const writes: (() => Promise<unknown>)[] = [
      () => other.addToWishList(pen),
      () => other.createList({ lname: 'Garden' }),
      () => other.SaveForLater.init(),
      () => other.SaveForLater.add(undefined, [pen]),
      () => other.sendWatchlist('ada@shop.example', 'email', pen),
      () => other.add({ variantId: 5, productId: 5, url: 'https://shop.example/5' }),
    ]
    for (const write of writes) {
      const count = fetches()
      await write()
      await page.fetchLists()
      expect(fetches()).toBeGreaterThan(count)
    }
    expect(((await page.fetchLists()) as { lname: string; cnt: number }[]).map(({ cnt }) => cnt)).toEqual([3, 0, 1])
  })

  test('a write in another tab during a fetch is not missed', async () => {
    const browser = openBrowser(shop, makeArea())
    const { page } = openPage(browser)
    const other = openPage(browser).page
    await page.addToWishList(mug)
    await page.refresh()
    page.dropCache()
    let isFirst = true
    let written: Promise<unknown> | undefined
    browser.meets = (path) => {
      if (path === 'lists/fetch-lists' && isFirst) {
        isFirst = false
        // the answer to this fetch is older than the write
        other.dropCache()
        written = other.addToWishList(pen)
      }
      return undefined
    }
    await page.fetchLists()
    await written
    browser.meets = null
    expect(await page.fetchLists()).toMatchObject([{ cnt: 2 }])
  })
})

describe('the default list', () => {
  test('two adds at once create one list', async () => {
    const { page } = openPage()
    await Promise.all([page.addToWishList(mug), page.addToWishList(pen)])
    expect(await page.fetchLists()).toMatchObject([{ cnt: 2 }])
    expect(await page.wishlistCount()).toBe(2)
    expect(await page.isInWishlist({ epi: '301' })).toBe(true)
    expect(await page.isInWishlist({ empi: 30 })).toBe(true)
    expect(await page.isInWishlist({ epi: 'gid://shopify/ProductVariant/301' })).toBe(true)
    expect(await page.isInWishlist({ epi: 302, empi: 30 })).toBe(false)
    expect(await page.fetchWrtEventTypeET(null, page.EventTypes.addToWishList)).toMatchObject([{ et: 4 }, { et: 4 }])
    expect(await page.removeFromWishList(mug)).toMatchObject({ epi: 301 })
    const [item] = (await page.fetch()) as { id: string; _id: string }[]
    expect(item!._id).toBe(item!.id)
  })

  test('the count is written into the element, and the function gets both', async () => {
    const { page } = openPage()
    await page.addToWishList(mug)
    const element = { textContent: '' } as Element
    const { ok } = await told((ok) => page.renderWishlistCount(element, ok))
    expect(element.textContent).toBe('1')
    expect(ok).toEqual([[1, element]])
  })
})

describe('save for later', () => {
  test.each([[undefined], [null], ['undefined'], ['']])('the list id %s means the shopper’s own list', async (lid) => {
    const { page, seen } = openPage()
    expect(await page.SaveForLater.add(lid, [mug])).toMatchObject({ itemsadded: [{ epi: 301 }], itemsfailed: [] })
    expect(await page.SaveForLater.update([{ ...mug, qty: 2 }])).toMatchObject({ itemsupdated: [{ qty: 2 }] })
    expect(await page.SaveForLater.moveToCart(lid, mug)).toMatchObject({ itemsmoved: [{ epi: 301 }] })
    expect(seen).toContainEqual(['sw:movedToCartfromSFL', 301])
    expect(await page.SaveForLater.fetch(lid)).toMatchObject({ list: { lty: 'sfl' }, items: [] })
  })
})

describe('sharing', () => {
  const token = (email: string) => {
    const said = `${Buffer.from(email).toString('base64url')}.${Math.floor(Date.now() / 1000) + 300}`
    return `${said}.${createHmac('sha256', shop.store.identitySecret).update(said).digest('hex')}`
  }

  test('a guest is refused; an account gets the address and the id, also of the default list', async () => {
    const { page } = openPage()
    const { err } = await told((ok, err) => page.generateSharedListURL(null, ok, err))
    expect(err).toMatchObject([[{ status: 403 }]])
    await signIn(page, token('sharer@shop.example'))
    const { ok } = await told((ok, err) => page.generateSharedListURL(null, ok, err))
    const [[url, lid]] = ok as [[string, string]]
    expect(url.endsWith(`/shared/${lid}`)).toBe(true)
    expect(await page.generateSharedListURL(lid)).toBe(url)
    const mail = { toEmailId: 'friend@shop.example', fromName: 'ada@shop.example', note: 'Look' }
    expect(await page.sendListViaEmail(mail)).toMatchObject({ listinfo: { lid } })
    expect(await page.sendListViaEmail({ ...mail, lid })).toMatchObject({ listinfo: { lid } })
    const secret = (await page.createList({ lname: 'Not shared yet' })) as { lid: string }
    expect(await page.sendListViaEmail({ ...mail, lid: secret.lid })).toMatchObject({ listinfo: { anonRead: true } })
    expect(await page.shareListSocial(lid, 'Ada', 'link')).toEqual({ status: 'success' })
    vi.stubGlobal('location', new URL('https://shop.example/cart'))
    Object.assign(page, { settings: { shareUrl: '/pages/wishlist?list={lid}' } })
    expect(await page.generateSharedListURL(lid)).toBe(`https://shop.example/pages/wishlist?list=${lid}`)
    vi.unstubAllGlobals()
  })
})

describe('alerts and counts', () => {
  test('a subscription without an address of the product takes the page’s', async () => {
    vi.stubGlobal('location', new URL('https://shop.example/products/pen'))
    try {
      const { page, seen } = openPage()
      const { epi, empi } = pen
      expect(await page.sendWatchlist('bob@shop.example', 'email', { epi, empi })).toMatchObject({
        topics: ['backinstock'],
        products: [{ du: 'https://shop.example/products/pen' }],
      })
      expect(seen).toEqual([['sw:addedtowatchlist', '201']])
      expect(await page.sendWatchlist('nobody', 'email', pen)).toBeUndefined()
      expect(seen).toHaveLength(1)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('the social count has both shapes, and a batch accepts both', async () => {
    const { page } = openPage()
    await page.addToWishList({ ...mug, empi: 31, epi: 311 })
    expect(await page.wishlist.getSocialCount({ empi: 31 })).toEqual({
      data: { count: 1, empi: 31 },
      count: 1,
      empi: 31,
    })
    const both = {
      data: [
        { empi: 31, count: 1 },
        { empi: 32, count: 0 },
      ],
    }
    expect(await page.wishlist.getSocialCountBatch([{ empi: 31 }, { empi: 32 }])).toEqual(both)
    expect(await page.wishlist.getSocialCountBatch([31, 32])).toEqual(both)
    expect(await page.shopper.fetchRecentlyViewedProducts()).toEqual({ recentlyViewed: [] })
  })
})
