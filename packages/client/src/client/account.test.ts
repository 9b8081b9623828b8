import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TestApp } from '../../../server/src/http/testing/test-app.ts'
import { signIn, signOut } from './account.ts'
import { addSaved, fetchSaved } from './saved.ts'
import { makeArea, notebook, openBrowser, openShop, pen } from './testing/browser.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const soon = () => Math.floor(Date.now() / 1000) + 300

function tokenFor(email: string, end = soon()): string {
  const said = `${Buffer.from(email).toString('base64url')}.${end}`
  return `${said}.${createHmac('sha256', shop.store.identitySecret).update(said).digest('hex')}`
}

const showsOldPage = () =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'back_forward' } as never])

test('an empty token ends a signed-in session only: a guest keeps the list', async () => {
  const browser = openBrowser(shop)
  const tab = browser.tab()
  await tab.add(notebook)
  await signIn(tab, '')
  expect(tab.count()).toBe(1)
  expect((await browser.tab().refresh())[0]).toMatchObject({ count: 1 })
  await signIn(tab, tokenFor('nora@shop.example'))
  await signIn(tab, '')
  expect([tab.isSignedIn(), tab.count()]).toEqual([false, 0])
})

describe('after a sign-out', () => {
  test('the pages before it sign nobody in, and the next page does', async () => {
    const browser = openBrowser(shop)
    const first = tokenFor('ruth@shop.example', soon() - 20)
    const second = tokenFor('ruth@shop.example', soon() - 10)
    await signIn(browser.tab(), first)
    // the second page of the same person
    await signIn(browser.tab(), second)
    await signIn(browser.tab(), '')
    const asked = browser.asked.length
    await signIn(browser.tab(), first)
    showsOldPage()
    await signIn(browser.tab(), second)
    expect(browser.tab().isSignedIn()).toBe(false)
    expect(browser.asked.length).toBe(asked)
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('before the last sign-out'))
    await signIn(browser.tab(), tokenFor('ruth@shop.example'))
    expect(browser.tab().isSignedIn()).toBe(true)
  })

  test('a store whose tokens all end at the same time can sign in again', async () => {
    const tab = openBrowser(shop).tab()
    const token = tokenFor('ruth@shop.example')
    await signIn(tab, token)
    await signIn(tab, '')
    await signIn(tab, token)
    expect(tab.isSignedIn()).toBe(true)
  })

  test('an old page signs nobody into the place of the next person', async () => {
    const tab = openBrowser(shop).tab()
    const old = tokenFor('ruth@shop.example', soon() - 10)
    await signIn(tab, old)
    await signIn(tab, tokenFor('tom@shop.example'))
    await signIn(tab, old)
    expect(tab.identity.account()).toBe('tom@shop.example')
  })

  test('a token that the service refused outdates no other', async () => {
    const tab = openBrowser(shop).tab()
    await expect(signIn(tab, tokenFor('ruth@shop.example', Date.now()))).rejects.toMatchObject({ status: 401 })
    await signIn(tab, tokenFor('ruth@shop.example', soon() - 5))
    await signIn(tab, '')
    await signIn(tab, tokenFor('ruth@shop.example'))
    expect(tab.isSignedIn()).toBe(true)
  })

  test('only the end of the last token is left on the device', async () => {
    const area = makeArea()
    const tab = openBrowser(shop, area).tab()
    await signIn(tab, tokenFor('ada@shop.example'))
    await tab.add(notebook)
    await fetchSaved(tab)
    await signOut(tab)
    const left = [...area.texts].filter(([, text]) => text !== 'null')
    expect(left.map(([name, text]) => [name.split(':').at(-1), Number(text) <= soon()])).toEqual([['token', true]])
  })

  test('a removal that could still be undone is sent', async () => {
    const browser = openBrowser(shop)
    const [one, other] = [browser.tab(), browser.tab()]
    await signIn(one, tokenFor('ring@shop.example'))
    await one.add(notebook)
    await one.add(pen)
    one.remove(pen, { undoable: true })
    await signIn(other, '')
    expect(other.count()).toBe(0)
    const phone = openBrowser(shop).tab()
    await signIn(phone, tokenFor('ring@shop.example'))
    await expect
      .poll(async () => {
        phone.dropCache()
        return (await phone.refresh())[0]!.items.map(({ variantId }) => variantId)
      })
      .toEqual([101])
    expect((await other.refresh()).length).toBe(0)
  })
})

describe('save for later', () => {
  test.each(['a guest', 'bob@shop.example'])('after somebody else, %s saves into a list of their own', async (next) => {
    const tab = openBrowser(shop).tab()
    await signIn(tab, tokenFor('before@shop.example'))
    await fetchSaved(tab)
    await signIn(tab, '')
    if (next !== 'a guest') await signIn(tab, tokenFor(next))
    await addSaved(tab, pen)
    expect(await fetchSaved(tab)).toMatchObject([{ variantId: 201 }])
  })

  test('a stored list that is not the shopper’s is found again, once', async () => {
    const browser = openBrowser(shop)
    const stranger = openBrowser(shop).tab()
    await fetchSaved(stranger)
    const tab = browser.tab()
    tab.localData.write('saved', stranger.localData.read('saved'))
    await addSaved(tab, pen)
    expect(await fetchSaved(tab)).toMatchObject([{ variantId: 201 }])
    expect(browser.asked.filter(({ path }) => path === 'lists/sfl/add').length).toBe(2)
  })

  test('an answer that arrives after the sign-out leaves no list behind', async () => {
    const tab = openBrowser(shop).tab()
    await signIn(tab, tokenFor('slow@shop.example'))
    const fetched = fetchSaved(tab)
    await signIn(tab, '')
    await fetched
    expect(tab.localData.read('saved')).toBeNull()
  })
})
