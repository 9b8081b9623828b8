/** A storefront without paging: it treats `listcontents` as the whole list, and the first list as the wishlist. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, catalog, openService, type Service } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const post = async (path: string, fields: object, headers: Record<string, string> = {}): Promise<Answer> => {
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'storefront', ...headers },
    body: new URLSearchParams(fields as Record<string, string>).toString(),
  })
  return await answer.json()
}
const admin = (path: string, fields: object) => {
  const { pid, apiKey } = service.store
  return post(`/storeadmin/${path}`, fields, { authorization: `Basic ${btoa(`${pid}:${apiKey}`)}` })
}

/** Its only state is the last `fetch-lists` answer; a heart is full if the product is in it. */
class Storefront {
  lists: Answer[] = []
  tokens: { regid: string; sessionid: string }
  constructor({ regid, sessionid }: Answer) {
    this.tokens = { regid, sessionid }
  }

  call = (path: string, fields: object = {}) =>
    // The store's id is in the query and in the body.
    post(`/api/v3/${path}?pid=${encodeURIComponent(service.store.pid)}`, {
      ...this.tokens,
      pid: service.store.pid,
      ...fields,
    })
  async refresh(): Promise<void> {
    this.lists = await this.call('lists/fetch-lists')
  }
  get hearts(): number[] {
    return this.lists[0]?.listcontents.map(({ epi }: Answer) => epi).sort() ?? []
  }
  async change(changes: object): Promise<void> {
    await this.call('lists/update-ctx', { lid: this.lists[0]!.lid, ...changes })
    await this.refresh()
  }
}

const epis = (goods: Answer[]) => goods.map(({ epi }) => epi).sort()

test('from the first visit to the last, every saved product has a full heart', async () => {
  const useragenttype = 'web'
  const shop = new Storefront(await admin('v3/user/generate-regid', { uuid: randomUUID(), useragenttype }))
  await shop.call('lists/sfl/create', { lname: 'Saved for later' })
  await shop.call('lists/create', { lname: 'Wishlist' })
  await shop.refresh()
  // created second, but listed first: it uses the first list as the wishlist
  expect(shop.lists.map(({ lty }) => lty)).toEqual(['wl', 'sfl'])
  expect(shop.lists[0]!.listcontents).toEqual([])

  await shop.change({ a: JSON.stringify(catalog) })
  expect(shop.hearts).toEqual(epis(catalog))
  expect(shop.lists[0]!.cnt).toBe(shop.hearts.length)
  expect(shop.lists[0]!.listcontents.every(({ dt, pr, iu }: Answer) => dt && pr && iu !== undefined)).toBe(true)
  const kept = catalog.slice(10)
  await shop.change({ d: JSON.stringify(catalog.slice(0, 10)) })
  expect(shop.hearts).toEqual(epis(kept))

  const useremail = 'hearts@shop.example'
  const synced = await admin('v3/user/guest-validate-sync', { regid: shop.tokens.regid, useremail, useragenttype })
  shop.tokens.regid = synced.regid
  await shop.refresh()
  expect(shop.hearts).toEqual(epis(kept))
  // One call replaces a variant by another.
  await shop.change({ d: JSON.stringify([kept[0]]), a: JSON.stringify([catalog[0]]) })
  const now = [catalog[0], ...kept.slice(1)]
  expect(shop.hearts).toEqual(epis(now))

  const { lid } = shop.lists[0]!
  expect(epis((await shop.call('lists/markPublic', { lid })).listcontents)).toEqual(epis(now))
  const friend = new Storefront(await admin('v3/user/generate-regid', { uuid: randomUUID(), useragenttype }))
  expect(epis((await friend.call('lists/fetch-list-with-contents', { lid })).listcontents)).toEqual(epis(now))
  expect(await shop.call('lists/reportShare', { lid, fromname: '', medium: 'pinterest' })).toEqual({
    status: 'success',
  })

  const asked = { medium: 'email', mediumvalue: useremail, products: JSON.stringify(now), topics: '["backinstock"]' }
  expect((await shop.call('subscriptions/create', asked)).products).toHaveLength(now.length)
  const bells = await shop.call('subscriptions/fetch-subs', { limit: 100 })
  expect(epis(bells.subscriptions)).toEqual(epis(now))

  // The answer contains everything needed to create the list again.
  expect(epis((await shop.call('lists/delete-list', { lid })).listcontents)).toEqual(epis(now))
  await shop.refresh()
  expect(shop.lists.map(({ lty }) => lty)).toEqual(['sfl'])
})
