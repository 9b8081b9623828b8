/** Setting up a store in a real browser: signing in, stores and keys, merges, privacy, roles, accessibility. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeLink } from '../../packages/server/src/cli/commands/dashboard.ts'
import { prefixOf } from '../../packages/server/src/dashboard/testing/test-dashboard.ts'
import { linkGuest } from '../../packages/server/src/domain/merges/merges.ts'
import { storeIdOf } from '../../packages/server/src/domain/stores/stores.ts'
import { add, makeList, product } from '../../packages/server/src/http/testing/lists.ts'
import { basic } from '../../packages/server/src/http/testing/test-app.ts'
import { expectAccessible, openWorld, type Visit, type World } from './dashboard.ts'

let w: World
let owner: Visit
beforeAll(async () => {
  w = await openWorld()
  await fillStore()
  owner = await w.visit(null)
})
afterAll(() => w.close())

const evil = '<script>alert(1)</script>'
const merged = 'merged@shop.example'

async function fillStore(): Promise<void> {
  const ada = await w.account('ada@shop.example')
  const { lid } = await makeList(w, ada, { lname: `Wishes ${evil}` })
  await add(w, ada, lid, [product(1, { dt: `Apron ${evil}`, note: `Note ${evil}`, pr: 39.5 })])
  const uuid = randomUUID()
  const guest = await w.guest(uuid)
  const list = await makeList(w, guest, { lname: `Guest ${evil}` })
  await add(w, guest, list.lid, [product(2), product(3)])
  await linkGuest(w.sql, await w.storeNow(), uuid, merged)
  // Every entry point refuses such an address, but a screen must not rely on that.
  await w.sql`
    update shoppers
    set email = ${`${evil}@shop.example`}
    where store_id = ${storeIdOf(w.store.pid)}
      and email = 'ada@shop.example'`
}

const path = (page: Page) => new URL(page.url()).pathname
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a password signs in, a wrong one shows an error, and the page is accessible', async () => {
  // This test is first, because a new password ends the person's other sessions.
  const email = 'owner@shop.example'
  await (await w.operator()).post('/me/setup', { name: 'Ada', email, password: 'correct horse battery' })
  const visit = await w.visit(null)
  const { page } = visit
  await page.goto(`${w.url}/dashboard/${prefixOf(w.store)}/lists`)
  await page.getByLabel('E-mail address').fill(email)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await page.locator('input[name=password]').fill('wrong horse battery')
  await press(page, 'Sign in')
  await page.getByText('The e-mail address or the password is wrong.').waitFor()
  await page.locator('input[name=password]').fill('correct horse battery')
  await page.keyboard.press('Enter')
  // Back to the requested page.
  await page.waitForURL(`**/dashboard/${prefixOf(w.store)}/lists`)
  await press(page, 'Your account: Ada')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const left = (await page.context().cookies()).map(({ name }) => name)
  expect(left).toEqual(['__Host-heartbell-device'])
  expect(visit.complaints).toEqual([])
  await visit.close()
})

test('the printed link signs the owner in, once', async () => {
  const link = await writeLink(w.sql, w.url)
  await owner.page.goto(link)
  await owner.page.waitForURL(`**/dashboard/${prefixOf(w.store)}**`)
  expect(owner.page.url()).not.toContain('#')
  const cookie = (await owner.page.context().cookies()).find(({ name }) => name === '__Host-heartbell')
  expect(cookie).toMatchObject({ name: '__Host-heartbell', secure: true, httpOnly: true, sameSite: 'Strict' })
  const second = await w.visit(null)
  await second.page.goto(link)
  await second.page.getByText('This link was used already').waitFor()
  await second.close()
})

test('a store and a key are created, and the key works', async () => {
  const { page } = owner
  await owner.open('/stores')
  await press(page, 'New store')
  await page.getByLabel('Name').fill(`Second ${evil}`)
  await press(page, 'Create the store')
  const pid = await page.getByRole('group', { name: 'Store id (pid)' }).textContent()
  const first = await page.getByRole('group', { name: 'API key' }).textContent()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: `Open Second ${evil}` })
    .click()
  await page.waitForURL((url) => !url.pathname.includes(prefixOf(w.store)))
  await page.getByRole('link', { name: 'API keys' }).click()
  await press(page, 'New key')
  await page.getByLabel('What is it for?').fill('till')
  await press(page, 'Create the key')
  const second = await page.getByRole('group', { name: 'Key', exact: true }).textContent()
  for (const apiKey of [first, second]) {
    const me = () =>
      fetch(`${w.url}/storeadmin/me`, { headers: { authorization: basic({ pid: pid!, apiKey: apiKey! }) } })
    await expect.poll(async () => (await me()).status).toBe(200)
    expect(await (await me()).json()).toMatchObject({ pid })
  }
  await press(page, 'Done')
  expect(await page.getByText(second!).count()).toBe(0)
})

test('a setting is changed, and an invalid value shows an error at its field', async () => {
  const { page } = owner
  await owner.open('/settings')
  const section = page.getByRole('region', { name: 'Alerts' })
  const field = section.getByLabel('Back in stock from')
  await field.fill('many')
  await section.getByRole('button', { name: 'Save' }).click()
  await section.getByText('min-stock must be a whole number from 1 to 1000000.').waitFor()
  await field.fill('3')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await w.storeNow()).settings.minStock).toBe(3)
})

test('a merge is undone after a preview of what is restored', async () => {
  const { page } = owner
  await owner.open('/lists/merges')
  await press(page, 'Undo')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Guest ${evil} (2 items)`).waitFor()
  await dialog.getByText(`These move back from ${merged} to the guest:`).waitFor()
  await press(page, 'Undo the merge')
  await page.getByText(/^Undone /).waitFor()
  const [left] = await w.sql`
    select count(*)
    from lists
    join shoppers using (store_id, shopper_id)
    where store_id = ${storeIdOf(w.store.pid)}
      and email = ${merged}`
  expect(left).toEqual({ count: 0 })
})

test('a shopper is exported, signed out, and erased after a preview of what is deleted', async () => {
  const email = 'leaving@shop.example'
  const who = await w.account(email)
  const { lid } = await makeList(w, who, { lname: 'Goes' })
  await add(w, who, lid, [product(7)])
  const { page } = owner
  await owner.open('/settings/privacy')
  await page.getByLabel('E-mail address').fill(email)
  await press(page, 'Search')
  await page.getByText('Saved items: 1').waitFor()
  const download = page.waitForEvent('download')
  await press(page, 'Download everything (JSON)')
  expect((await download).suggestedFilename()).toBe(`${email}.json`)
  await press(page, 'Sign out on every device')
  await page.getByText('They are signed out on every device.').waitFor()
  await expect.poll(async () => (await w.shop('lists/fetch-lists', who)).status).toBe(401)
  await press(page, 'Erase them')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Saved items: 1').waitFor()
  await dialog.getByText(`${email} is not contacted again.`, { exact: false }).waitFor()
  await press(page, 'Erase for good')
  await page.getByText('Erased. Only a keyed hash remains').waitFor()
  const gone = await w.sql`
    select
    from shoppers
    where store_id = ${storeIdOf(w.store.pid)}
      and email = ${email}`
  expect(gone).toHaveLength(0)
})

describe('text of other people is shown as text', () => {
  test('in lists and their items', async () => {
    const { page } = owner
    await owner.open('/lists')
    await page.getByText(`${evil}@shop.example`).first().waitFor()
    await page.getByRole('button', { name: `Open the list Wishes ${evil}` }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText(`Apron ${evil}`).waitFor()
    await drawer.getByText(`Note ${evil}`).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(path(page)).toBe(`/dashboard/${prefixOf(w.store)}/lists`)
  })

  test('in sessions and the audit log', async () => {
    const stranger = await w.visit(null, { userAgent: `Browser ${evil}` })
    await stranger.page.goto(await writeLink(w.sql, w.url))
    await stranger.page.waitForURL(`**/dashboard/${prefixOf(w.store)}**`)
    await stranger.open('/account')
    await stranger.page.getByText(`Browser ${evil}`).waitFor()
    await stranger.close()
    await (await w.operator()).in().post('/keys', { label: evil })
    await owner.open('/settings/audit')
    await owner.page.getByRole('cell', { name: evil }).first().waitFor()
  })
})

describe('a role', () => {
  test('that only reads sees no controls for changes, and the calls are refused', async () => {
    const viewer = await w.visit(await w.member('viewer'))
    const { page } = viewer
    await viewer.open('/lists')
    const navigation = page.getByRole('navigation', { name: 'Navigation' })
    await expect.poll(() => navigation.getByRole('link', { name: 'API keys' }).count()).toBe(0)
    await viewer.open('/settings')
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await expect.poll(() => page.getByLabel('Back in stock from').isDisabled()).toBe(true)
    await viewer.open('/keys')
    await page.getByText('This needs the role Admin; yours is Read only.').waitFor()
    await viewer.open('/lists/merges')
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await viewer.close()
  })

  test.each(['marketer', 'viewer'] as const)('of a %s is enforced by the calls themselves', async (role) => {
    const { post } = (await w.member(role)).in()
    const calls: [string, Record<string, unknown>][] = [
      ['/settings', { settings: { pacing: 'everyone' } }],
      ['/keys', {}],
      ['/team', { email: 'friend@shop.example', role: 'viewer' }],
      ['/privacy/erase', { email: merged }],
      ['/identity-secret/rotate', {}],
    ]
    const replies = await Promise.all(calls.map(([path, fields]) => post(path, fields)))
    expect(replies.map(({ status }) => status)).toEqual(calls.map(() => 403))
  })

  test('of an admin cannot appoint an owner', async () => {
    const admin = await w.visit(await w.member('admin'))
    await admin.open('/settings/team')
    await press(admin.page, 'Invite somebody')
    const choices = await admin.page.getByRole('dialog').getByLabel('Role').locator('option').allTextContents()
    expect(choices).toEqual(['Admin', 'Marketer', 'Read only'])
    await admin.page.getByRole('dialog').getByLabel('E-mail address').fill('friend@shop.example')
    await press(admin.page, 'Create the invitation')
    const link = await admin.page.getByRole('group', { name: 'Link' }).textContent()
    expect(link).toMatch(/\/dashboard\/invitation#[\w-]{51}$/)
    await admin.close()
  })
})

const screens = [
  '/lists',
  '/lists/merges',
  '/lists/types',
  '/settings',
  '/settings/team',
  '/settings/privacy',
  '/settings/identity',
  '/settings/health',
  '/settings/audit',
  '/account',
  '/stores',
  '/widgets',
  '/keys',
  '/reference',
]

describe.each(screens)('%s', (screen) => {
  test('is accessible, in light and dark mode, and a phone shows it without horizontal scrolling', async () => {
    const { page } = owner
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      if (colorScheme === 'light') await owner.open(screen)
      await expectAccessible(page, colorScheme === 'dark' ? ['color-contrast'] : undefined)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await page.setViewportSize({ width: 1280, height: 860 })
    expect(wide).toBe(0)
  })
})

test('the menu of a phone opens', async () => {
  const { page } = owner
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  await owner.open('/settings')
  await press(page, 'Menu')
  await page.getByRole('link', { name: 'Lists' }).click()
  await page.waitForURL('**/lists')
  expect(await page.getByRole('navigation', { name: 'Navigation' }).isVisible()).toBe(false)
  await page.setViewportSize({ width: 1280, height: 860 })
})

test('the keyboard reaches the content, a row and the link back', async () => {
  const { page } = owner
  await owner.open('/lists')
  await page.reload()
  await page.locator('main[aria-busy="false"] h1').waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  await page.getByRole('button', { name: `Open the list Wishes ${evil}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('every screen is German for a German browser', async () => {
  const german = await w.visit(await w.member('owner'), { locale: 'de-DE' })
  const titles: string[] = []
  for (const screen of ['/lists', '/settings', '/account', '/widgets', '/keys', '/reference']) {
    await german.open(screen)
    titles.push((await german.page.locator('h1').textContent()) ?? '')
  }
  expect(titles).toEqual(['Listen', 'Einstellungen', 'Ihr Konto', 'Bausteine', 'API-Schlüssel', 'API-Referenz'])
  await expect.poll(() => german.page.locator('html').getAttribute('lang')).toBe('de')
  await german.close()
})

test('the widgets’ preview runs in a sandboxed frame', async () => {
  const { page } = owner
  await owner.open('/widgets')
  const frame = page.frameLocator('iframe')
  const heart = frame.getByRole('button', { name: 'Save Linen apron' })
  await heart.click()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
  await page.getByLabel('“Notify me” text').fill(`Tell me ${evil}`)
  await frame.getByRole('button', { name: `Tell me ${evil}` }).waitFor()
})

test('no hostile script ran, and the policy blocked nothing of ours', () => {
  expect(owner.complaints).toEqual([])
})
