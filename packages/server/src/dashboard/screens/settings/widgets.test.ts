/** The page for trying widgets, and the check of a shop's own page. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testRoles } from '../../testing/roles.ts'
import { openTestDashboard, type Person, type TestDashboard } from '../../testing/test-dashboard.ts'
import { findScript } from './widgets.ts'

let t: TestDashboard
let marketer: ReturnType<Person['in']>
beforeAll(async () => {
  t = await openTestDashboard()
  marketer = (await t.member('marketer')).in()
})
afterAll(() => t.close())

testRoles(
  () => t,
  [
    ['get', '/widget-preview', 'viewer'],
    ['post', '/widgets/check', 'marketer', { url: 'no address' }],
  ],
)

test('the trial page accepts colours and texts, and runs in a sandbox', async () => {
  const { body, headers } = await marketer.get(
    `/widget-preview?accent=%23aa0000&radius=4&notify=${encodeURIComponent('"><script>alert(1)</script>')}`,
  )
  expect(body).toContain('--hb-accent: #aa0000')
  expect(body).toContain('--hb-radius: 4px')
  expect(body).not.toContain('<script>alert')
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none'; script-src 'self';/)
  expect(policy).toContain("connect-src 'none'")
  expect(policy).not.toContain('unsafe')
})

test('an invalid colour is refused', async () => {
  const { status, body } = await marketer.get('/widget-preview?accent=red;}body{display:none')
  expect([status, body.msg]).toEqual([400, 'accent must be a colour such as #177a4e'])
})

const noTry = async () => ({ ok: false, says: '' })
const probes = { integration: noTry, webhook: noTry, refuseAddress: () => {} }

/** A shop on this machine, whose pages have the script of this store. */
async function openShop({ store: { pid } }: TestDashboard) {
  const shop = createServer((request, response) => {
    if (request.url === '/gone') response.statusCode = 404
    response.end(`<script type="module" async src="https://hb.example/client/latest/core.js" data-store="${pid}">`)
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}`, close: () => shop.close() }
}

test('a page of the shop is read, and the script is found on it', async () => {
  const t = await openTestDashboard(undefined, [], { probes: { ...probes, allowsLoopback: true } })
  const marketer = (await t.member('marketer')).in()
  const { url, close } = await openShop(t)
  expect((await marketer.post('/widgets/check', { url })).body).toEqual({ found: 'here' })
  expect((await marketer.post('/widgets/check', { url: `${url}/gone` })).body).toMatchObject({
    type: 'unreachable-page',
    msg: 'url can’t be read: the page answers 404.',
  })
  close()
  await t.close()
})

test('other ports of this machine are not read, also when the service itself runs on its address', async () => {
  const shop = await openShop(t)
  const demo = await openShop(t)
  const own = await openTestDashboard(undefined, [], { publicUrl: () => demo.url, probes })
  const marketer = (await own.member('marketer')).in()
  expect((await marketer.post('/widgets/check', { url: shop.url })).body).toMatchObject({
    type: 'unreachable-page',
    msg: expect.stringContaining('is not a public Internet address'),
  })
  // The demo store's pages are the service's own.
  expect((await marketer.post('/widgets/check', { url: `${demo.url}/demo` })).status).toBe(200)
  shop.close()
  demo.close()
  await own.close()
})

test('addresses of our own network are not read', async () => {
  const { status, body } = await marketer.post('/widgets/check', { url: 'http://169.254.169.254/latest/meta-data' })
  expect(status).toBe(400)
  expect(body.msg).toContain('is not a public Internet address')
})

test.each([
  ['here', '<script data-store="the+pid=" src="/client/1.0.0/core.js"></script>'],
  ['here', "<SCRIPT async src='https://x.example/client/latest/core.js' data-store='the+pid='>"],
  ['other-store', '<script src="/client/latest/core.js" data-store="another"></script>'],
  ['no-store', '<script src="/client/latest/core.js"></script>'],
  ['nothing', '<p>data-store="the+pid="</p>'],
])('%s: %s', (found, page) => {
  expect(findScript(page, 'the+pid=')).toBe(found)
})
