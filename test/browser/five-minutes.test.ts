/** The first five minutes of a new user: from `npm start` to the mail, with only a browser. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chromium, launchChromium } from './chromium.ts'

const heartbell = join(import.meta.dirname, '../../packages/server/bin/heartbell.js')

let server: ChildProcess
let data: string
let url: string
let browser: Chromium

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-five-minutes-'))
  const { DATABASE_URL: _, ...env } = process.env
  server = spawn(process.execPath, [heartbell, 'serve', '--demo', '--port', '0', '--data', join(data, 'data')], {
    env: { ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: server.stdout! })) {
    const said = JSON.parse(line)
    if (said.msg !== 'ready') continue
    url = said.url
    break
  }
  server.stdout!.resume()
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  const gone = new Promise((done) => server.once('exit', done))
  server.kill('SIGTERM')
  await gone
  await rm(data, { recursive: true, force: true })
})

test('save a product, subscribe, restock it, read the mail, follow its link and unsubscribe', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  const isDone = (step: string) => page.locator(`[data-step=${step}].done`).waitFor()

  await page.goto(`${url}/demo`)
  await page.getByRole('button', { name: 'Save Terracotta Pot' }).click()
  await isDone('heart')
  await page.waitForFunction(() => globalThis.heartbell.waiting() === 0)
  const second = await context.newPage()
  await second.goto(`${url}/demo`)
  await second.locator('heartbell-heart button[aria-pressed=true]').waitFor()
  await second.close()

  await page.getByRole('button', { name: 'Subscribe to it' }).click()
  const notify = page.locator('heartbell-notify')
  await notify.getByRole('button', { name: 'Notify me when it is back' }).click()
  await notify.getByLabel('E-mail address').pressSequentially('ada@shop.example', { delay: 60 })
  await notify.getByRole('button', { name: 'Notify me', exact: true }).click()
  await notify.getByText('You are number 1 in line.').waitFor()
  await isDone('ask')

  await page.getByRole('button', { name: 'Restock it' }).click()
  await page.getByText('It is back, and the mail is out').waitFor()
  await page.getByRole('button', { name: 'Read the mail' }).click()
  await isDone('mail')
  const mail = page.frameLocator('dialog.mail iframe')
  await mail.getByText('Brass Watering Can').first().waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Add to bag' }).waitFor()

  await page.getByRole('button', { name: 'Read the mail' }).click()
  await mail.getByText('Brass Watering Can').first().waitFor()
  const links = await mail
    .getByRole('link')
    .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href))
  const product = await mail.getByRole('link', { name: 'Brass Watering Can' }).first().getAttribute('href')
  const leave = links.find((link) => /\/u\//.test(link))
  // the first link is the shop's
  await page.goto(links[0]!)
  await page.getByRole('heading', { name: 'Things that grow on you' }).waitFor()
  await page.goto(product!)
  expect(page.url()).toContain('/demo/products/brass-watering-can')
  await page.getByRole('heading', { name: 'Brass Watering Can' }).waitFor()
  expect((await page.goto(leave!))!.status()).toBe(200)
  expect(faults).toEqual([])
})

test('signed out in one tab, the other names the account no more', async () => {
  const context = await browser.newContext()
  const [one, other] = [await context.newPage(), await context.newPage()]
  await one.goto(`${url}/demo/sign-in`)
  await one.getByRole('textbox').fill('ada@shop.example')
  await one.getByRole('main').getByRole('button').click()
  await one.getByText('ada@shop.example').waitFor()
  await other.goto(`${url}/demo`)
  await other.getByText('ada@shop.example').waitFor()
  await other.waitForFunction(() => globalThis.heartbell.isSignedIn?.())
  await one.getByRole('button', { name: 'Sign out' }).click()
  await other.getByRole('link', { name: 'Sign in' }).waitFor()
  await context.close()
})
