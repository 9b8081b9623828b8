/** A browser with outdated tokens: when a call answers `sw-badregid`, it registers again and repeats the call. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, catalog, openService, type Service } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const [fern, palm] = catalog as [Answer, Answer]
const page = 'https://shop.example'

class Browser {
  storage: Record<string, string>
  registrations = 0
  constructor(storage: Record<string, string> = {}) {
    this.storage = storage
  }

  async #post(path: string, fields: object): Promise<{ status: number; body: Answer }> {
    const answer = await fetch(`${service.url}/api/v3/${path}?pid=${encodeURIComponent(service.store.pid)}`, {
      method: 'POST',
      headers: { origin: page, referer: `${page}/`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields as Record<string, string>).toString(),
    })
    // Without this header a browser hides the answer from the page, errors included.
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    return { status: answer.status, body: await answer.json() }
  }

  async call(path: string, fields: object = {}, tries = 2): Promise<Answer> {
    const { regid = '', sessionid = '' } = this.storage
    const { status, body } = await this.#post(path, { regid, sessionid, ...fields })
    if (status === 401 && body.type === 'sw-badregid' && tries > 1) {
      this.registrations++
      const { body: fresh } = await this.#post('provider/register', { useragenttype: 'undefined' })
      Object.assign(this.storage, { regid: fresh.regid, sessionid: fresh.sessionid })
      return await this.call(path, fields, tries - 1)
    }
    if (status !== 200) throw Object.assign(new Error(body.msg), { status, responseText: JSON.stringify(body) })
    return body
  }

  async login(identity: string): Promise<void> {
    const { regid, sessionid } = await this.call('lists/user-validate-sync', { identity })
    Object.assign(this.storage, { regid, sessionid })
  }
}

test.each([
  ['nothing', {}],
  ['tokens of another service', { regid: '3vFp0mGQ~old/token==', sessionid: 'kx81-session-API' }],
  ['tokens cut short', { regid: 'Z4R8kq0vYt2M1nBcXw7LdEfHsJ5uPaQi9oGrTzKyVm', sessionid: '' }],
  ['the word undefined', { regid: 'undefined', sessionid: 'undefined' }],
])('with %s in its storage, every call from the first visit to the last works', async (_, storage) => {
  const browser = new Browser({ ...storage })
  expect(await browser.call('lists/fetch-lists')).toEqual([])
  expect(browser.registrations).toBe(1)

  const { lid } = await browser.call('lists/create', { lname: 'Hearts', lty: 'wl' })
  await browser.call('lists/update-ctx', { lid, a: JSON.stringify([fern, palm]) })
  expect(await browser.call('lists/fetch-lists')).toMatchObject([{ lid, cnt: 2, userinfo: null }])
  await browser.call('lists/update-ctx', { lid, d: JSON.stringify([palm]) })
  await expect(browser.call('lists/markPublic', { lid })).rejects.toMatchObject({ status: 403 })

  const email = `${lid.slice(-12)}@shop.example`
  await browser.call('subscriptions/create', {
    medium: 'email',
    mediumvalue: email,
    products: JSON.stringify([fern]),
    topics: JSON.stringify(['backinstock']),
    addtomailinglist: 0,
  })
  expect((await browser.call('subscriptions/fetch-subs')).subscriptions).toMatchObject([{ mediumvalue: 'XXXXXX' }])

  const guest = { ...browser.storage }
  for (let load = 0; load < 2; load++) await browser.login(service.vouch(email))
  expect(browser.storage.regid).not.toBe(guest.regid)
  expect(await browser.call('lists/fetch-lists')).toMatchObject([{ lid, cnt: 1, userinfo: { em: email } }])
  expect((await browser.call('subscriptions/fetch-subs')).subscriptions).toMatchObject([{ mediumvalue: email }])
  // Some scripts keep using the guest's session.
  const mixed = new Browser({ ...browser.storage, sessionid: guest.sessionid! })
  expect(await mixed.call('lists/fetch-lists')).toHaveLength(1)

  await browser.call('lists/markPublic', { lid })
  const friend = new Browser()
  expect((await friend.call('lists/fetch-list-with-contents', { lid })).items).toMatchObject([{ epi: fern.epi }])
  await browser.call('lists/reportShare', { lid, fromname: 'Me', medium: 'copylink' })

  expect(await browser.call('subscriptions/remove', { topic: 'backinstock', epi: fern.epi })).toEqual({ removed: 1 })
  await browser.call('lists/delete-list', { lid })
  expect(await browser.call('lists/fetch-lists')).toEqual([])
  await expect(friend.call('lists/fetch-list-with-contents', { lid })).rejects.toMatchObject({ status: 404 })
  expect([browser.registrations, friend.registrations]).toEqual([1, 1])
})

test('without a signed token it is not signed in', async () => {
  const browser = new Browser()
  await browser.call('lists/fetch-lists')
  for (const fields of [{ platform: 'shopify', extuid: '1' }, { useremail: 'ada@shop.example' }])
    await expect(browser.call('lists/user-validate-sync', fields)).rejects.toMatchObject({
      status: 401,
      responseText: expect.stringContaining('identity-required'),
    })
  expect(browser.registrations).toBe(1)
})
