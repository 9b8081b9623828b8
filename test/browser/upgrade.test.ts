/** A shop's page names the version of the day it was made; the server moves on, and browsers have the old core.js in their cache. */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../packages/server/src/http/app.ts'
import { openTestApp, type TestApp } from '../../packages/server/src/http/testing/test-app.ts'
import { clientFileRoutes } from '../../packages/server/src/pages/client-files.ts'
import { writeRelease } from '../../packages/server/src/pages/testing/other-release.ts'
import { type Chromium, launchChromium } from './chromium.ts'

const old = writeRelease({ version: '0.4.0', stamp: 'Old' })
const next = writeRelease({ version: '0.5.0', stamp: 'New', published: ['0.4.0'] })
const { files } = JSON.parse(readFileSync(join(old, 'manifest.json'), 'utf8'))

let world: TestApp
let shop: Server
let browser: Chromium
let service: FastifyInstance | undefined
let port = 0
/** The files that the service was asked for since the last start. */
let asked: string[] = []

/** A browser opens connections ahead, on which it sends nothing: the service would wait for them. */
async function stop(): Promise<void> {
  if (!service) return
  const ending = setInterval(() => service?.server.closeAllConnections(), 50)
  await service.close()
  clearInterval(ending)
  service = undefined
}

/** Starts the service of a release, where the one before was. */
async function deploy(release: string): Promise<void> {
  await stop()
  asked = []
  service = await buildApp({
    sql: world.sql,
    vault: world.vault,
    mounts: [(scope) => clientFileRoutes(scope, world, release)],
  })
  service.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/client/')) asked.push(url.slice('/client/'.length))
  })
  await service.listen({ port, host: '127.0.0.1' })
  port = (service.server.address() as AddressInfo).port
}

/** The page of a shop on its own origin, with the tags of the older version. */
const pages: Record<string, () => string> = {
  '/product': () => `<heartbell-heart variant="101" product="10" url="/notebook" name="Notebook"></heartbell-heart>
    <heartbell-count href="/wishlist"></heartbell-count>`,
  '/wishlist': () => '<heartbell-list></heartbell-list>',
}
const integrity = () => `crossorigin integrity="${files['core.js'].integrity}"`
const show = (
  path: string,
  more: string,
) => `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
  <link rel="stylesheet" href="http://127.0.0.1:${port}/client/0.4.0/heartbell.css">
  <script type="module" async ${more} src="http://127.0.0.1:${port}/client/0.4.0/core.js" data-store="${world.store.pid}"></script>
  ${pages[path]!()}`

beforeAll(async () => {
  world = await openTestApp()
  browser = await launchChromium()
  shop = createServer(({ url = '' }, response) => {
    const [path = '', query = ''] = url.split('?')
    response.writeHead(pages[path] ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(pages[path] ? show(path, query === 'integrity' ? integrity() : '') : '')
  })
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
})
beforeEach(async () => {
  await world.sql`delete from client_files`
  await deploy(old)
})
afterAll(async () => {
  await browser?.close()
  await new Promise((done) => shop.close(done))
  await stop()
  await world.close()
})

const address = (path: string) => `http://127.0.0.1:${(shop.address() as AddressInfo).port}${path}`
const heart = (page: Page) => page.locator('heartbell-heart button')
const isPressed = (page: Page) => page.locator('heartbell-heart button[aria-pressed=true]').waitFor()
const isSent = (page: Page) => page.waitForFunction(() => globalThis.heartbell.waiting() === 0)

async function visit(path: string): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(address(path))
  return { page, faults }
}

test('a browser with the old core.js in its cache saves, and opens the drawer with files of the same release', async () => {
  const { page, faults } = await visit('/product')
  await heart(page).click()
  await isSent(page)
  await deploy(next)
  await page.goto(address('/product'))
  await isPressed(page)
  await page.locator('heartbell-count a').click()
  await page.getByRole('dialog').getByText('Notebook').waitFor()
  expect(asked).not.toContain('0.4.0/core.js')
  expect(asked).toContain('0.4.0/drawer.js')
  expect(faults).toEqual([])
  await page.context().close()
})

test('a new browser gets the release that the page names, also with an integrity attribute', async () => {
  await deploy(next)
  for (const path of ['/product', '/product?integrity']) {
    const { page, faults } = await visit(path)
    await heart(page).click()
    await isPressed(page)
    await isSent(page)
    expect(await page.evaluate(() => 'Old' in globalThis.heartbell)).toBe(true)
    expect(faults).toEqual([])
    await page.context().close()
  }
})

// Known fault: the browser answers the request that replaces core.js from its cache, so that the list stays empty on this visit.
test('if the old release is not kept, the page replaces the cached files and works with the new one', async () => {
  const { page, faults } = await visit('/product')
  await heart(page).click()
  await isSent(page)
  await stop()
  await world.sql`delete from client_files`
  await deploy(next)
  await page.goto(address('/wishlist'))
  await page.getByText('Notebook').first().waitFor()
  expect(await page.evaluate(() => 'New' in globalThis.heartbell)).toBe(true)
  expect(asked).toContain('0.4.0/core.js')
  expect(faults).toEqual([])
  await page.context().close()
})

test('after a rollback the page of the newer release works, and nothing of it is stored', async () => {
  await deploy(next)
  await world.sql`delete from client_files`
  await deploy(writeRelease({ version: '0.3.0', stamp: 'Was' }))
  const { page, faults } = await visit('/product')
  await heart(page).click()
  await isPressed(page)
  await page.locator('heartbell-count a').click()
  await page.getByRole('dialog').getByText('Notebook').waitFor()
  expect(await page.evaluate(() => 'Was' in globalThis.heartbell)).toBe(true)
  expect(faults).toEqual([])
  await page.context().close()
})
