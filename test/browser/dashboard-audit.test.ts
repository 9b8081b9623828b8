/** The audit screen in a real browser: sentences, values before and after, filters in the URL, paging, CSV, both languages. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAct } from '../../packages/server/src/domain/audit/audit.ts'
import { storeIdOf } from '../../packages/server/src/domain/stores/stores.ts'
import { expectAccessible, openWorld, type Visit, type World } from './dashboard.ts'

let w: World
let owner: Visit
let keyId: string
beforeAll(async () => {
  w = await openWorld()
  const person = await w.member('owner')
  const calls = person.in()
  await calls.post('/settings', { settings: { 'min-stock': '3', country: 'DE' } })
  keyId = (await calls.post('/keys', { label: 'till' })).body.keyId
  await calls.post('/team', { email: 'friend@shop.example', role: 'marketer' })
  const storeId = storeIdOf(w.store.pid)!
  const robot = { kind: 'command', id: null, name: 'Command line', agent: 'deploy@host-1' } as const
  await recordAct(w.sql, storeId, robot, { act: 'store-exported', facts: { hasSecrets: true } })
  const platform = { kind: 'hook', id: 'shopify', name: 'shopify' } as const
  await recordAct(w.sql, storeId, platform, { act: 'redaction-requested', facts: { source: 'shopify', scope: 'shop' } })
  owner = await w.visit(person)
})
afterAll(() => w?.close())

const rowWith = (text: string | RegExp, { page } = owner) => page.getByRole('row').filter({ hasText: text })
const search = () => new URL(owner.page.url()).searchParams.toString()

test('each act is a sentence with who, from where, when, and what changed', async () => {
  await owner.open('/settings/audit')
  const settings = rowWith('Changed settings')
  expect(await settings.getByRole('listitem').allTextContents()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Back in stock from 1 → 3$/),
      expect.stringMatching(/^Country US → DE$/),
    ]),
  )
  expect(await settings.textContent()).toContain('127.0.0.1')
  await rowWith(`Added the API key ${keyId}`).getByText('label: till').waitFor()
  await rowWith('Invited friend@shop.example as Marketer').waitFor()
  await rowWith('Exported the whole store').getByText('deploy@host-1').waitFor()
  await rowWith('shopify requested an erasure (every shopper), which is pending').getByText('Platform').waitFor()
})

test('filters by what, who and day are in the URL, survive a reload, and apply to the CSV', async () => {
  const { page } = owner
  await owner.open('/settings/audit')
  await page.getByLabel('Act').selectOption('key-added')
  await rowWith('Changed settings').waitFor({ state: 'detached' })
  await page.getByLabel('From day').fill('2020-01-31')
  await page.waitForURL('**since=2020-01-31**')
  expect(search()).toBe('act=key-added&since=2020-01-31')
  await page.reload()
  await rowWith(`Added the API key ${keyId}`).waitFor()
  await expect.poll(() => page.getByLabel('Act').inputValue()).toBe('key-added')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`Added the API key ${keyId}`)
  await page.getByLabel('To day').fill('2020-02-01')
  await page.getByText('Nothing matches this search.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rowWith('Changed settings').waitFor()
  await page.getByLabel('Search by person or key').fill('command LINE')
  await rowWith('Changed settings').waitFor({ state: 'detached' })
  await rowWith('Exported the whole store').waitFor()
  expect(search()).toBe('who=command+LINE')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rowWith('Changed settings').waitFor()
  await expect.poll(() => page.getByLabel('Search by person or key').inputValue()).toBe('')
  expect(search()).toBe('')
})

const folder = process.env.HEARTBELL_PICTURES

const ways = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const

test.each(['en-GB', 'de-DE'])('is for everybody, in light and dark, wide and narrow: %s', async (locale) => {
  const visit = await w.visit(await w.member('admin'), { locale })
  for (const [colorScheme, width] of ways) {
    await visit.page.emulateMedia({ colorScheme })
    await visit.page.setViewportSize({ width, height: 900 })
    await visit.open('/settings/audit?act=settings-changed')
    await rowWith(locale === 'de-DE' ? 'Einstellungen geändert' : 'Changed settings', visit).waitFor()
    await expectAccessible(visit.page, colorScheme === 'dark' ? ['color-contrast'] : undefined)
    const wide = await visit.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([colorScheme, width, wide]).toEqual([colorScheme, width, 0])
    if (folder) {
      await visit.open('/settings/audit')
      await visit.page.getByRole('row').nth(3).waitFor()
      await visit.page.screenshot({ path: `${folder}/audit-${colorScheme}-${width}-${locale}.png` })
    }
  }
  expect(visit.complaints).toEqual([])
  await visit.close()
})

test('the last day is included, in the reader’s own calendar', async () => {
  const visit = await w.visit(await w.member('admin'), { timezoneId: 'Pacific/Kiritimati' })
  await w.sql`
    update audit_log
    set happened_at = '2021-05-04T11:30:00Z'
    where store_id = ${storeIdOf(w.store.pid)!}
      and act = 'store-exported'`
  // 5 May, 01:30 in that time zone.
  await visit.open('/settings/audit?since=2021-05-05&until=2021-05-05')
  await rowWith('Exported the whole store', visit).waitFor()
  await visit.open('/settings/audit?until=2021-05-04')
  await visit.page.getByText('Nothing matches this search.').waitFor()
  await visit.close()
})

test('long logs are loaded page by page', async () => {
  const actor = { kind: 'key', id: 'k1', name: 'API key k1', address: '192.0.2.7' } as const
  for (let count = 1; count <= 60; count++)
    await recordAct(w.sql, storeIdOf(w.store.pid)!, actor, { act: 'products-deleted', facts: { count } })
  const { page } = owner
  await owner.open('/settings/audit?act=products-deleted')
  await page.getByText('Deleted products from the catalog: 60', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(51)
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('Deleted products from the catalog: 1', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(61)
})
