/** What a shop's developer meets: mistakes in the tags, and events and records that say what the document says. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop, script, sizes, storedItems } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

const notebook = 'variant="101" product="10" url="/products/notebook" name="Notebook" price="12.50"'
const heart = `<heartbell-heart ${notebook}></heartbell-heart>`

async function open(body: string, tag = script(shop), policy?: string) {
  const visitor = await shop.visitor()
  const said: string[] = []
  visitor.page.on('console', (message) => said.push(message.text()))
  await visitor.page.goto(shop.theme(`developer-${Math.random()}`, `${sizes()}${tag}<body>${body}</body>`, policy))
  await visitor.page.waitForFunction(() => globalThis.heartbell?.isSaved)
  return { ...visitor, said }
}

/** On a busy machine a call takes more than the second that `expect.poll` waits. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 45_000 })

const press = (page: Page) => page.getByRole('button', { name: 'Save Notebook' }).first().click()

describe('mistakes in the tags', () => {
  test('a script tag of another origin without type="module" works like one with it', async () => {
    const other = shop.url.replace('127.0.0.1', 'localhost')
    const tag = `<script src="${other}/client/latest/core.js" data-store="${shop.store.pid}"></script>`
    const policy = `default-src 'self' data: ${other}`
    const { page, context, faults } = await open(`${heart}<heartbell-list></heartbell-list>`, tag, policy)
    await press(page)
    await eventually(async () => (await storedItems(shop, page)).map(({ epi }) => epi)).toEqual([101])
    await page.locator('heartbell-list').getByText('Notebook').first().waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  test('attributes that are not JSON are named, and the elements are drawn', async () => {
    const { page, context, said, faults } = await open(
      `<heartbell-heart product="10" name="Notebook" variants="[{id: 1}]"></heartbell-heart>
       <heartbell-heart product="20" name="Pen" variants='{"id": 1}'></heartbell-heart>
       <heartbell-notify ${notebook} stock="0" stocks="{101: 0}"></heartbell-notify>
       <heartbell-notify ${notebook} topic="comingsoon" date="1.3.2027"></heartbell-notify>
       <heartbell-notify product="10" url="/notebook" name="Notebook" stock="0"></heartbell-notify>
       <heartbell-notify ${notebook} topics="back-in-stock newsletter" stock="0"></heartbell-notify>
       <heartbell-notify ${notebook} stock="sold out"></heartbell-notify>`,
    )
    await page.getByRole('button', { name: 'Save Notebook' }).waitFor()
    await page.getByRole('button', { name: 'Save Pen' }).waitFor()
    await page.locator('heartbell-notify').getByRole('button').first().waitFor()
    await page.getByRole('button', { name: 'Coming soon: notify me' }).waitFor()
    await eventually(() => said.join('\n')).toMatch(/<heartbell-notify> date is not a date/)
    await eventually(() => said.join('\n')).toMatch(/topics: back-in-stock means backinstock/)
    await eventually(() => said.join('\n')).toMatch(/topics: newsletter is not one of backinstock/)
    await eventually(() => said.join('\n')).toMatch(/<heartbell-notify> stock is not a number/)
    await eventually(() => said.join('\n')).toMatch(/<heartbell-notify> has no attribute variant/)
    await eventually(() => said.join('\n')).toMatch(/<heartbell-heart> variants is not a list in JSON/)
    await eventually(() => said.join('\n')).toMatch(/<heartbell-notify> stocks is not an object in JSON/)
    // nothing is thrown
    expect(faults.filter((fault) => !fault.startsWith('Heartbell: '))).toEqual([])
    await context.close()
  })

  test('a missing or misspelt store is named at load, and no heart says that it saved', async () => {
    const { pid } = shop.store
    for (const tag of [
      script(shop).replace(`data-store="${pid}"`, ''),
      script(shop).replace('data-store', 'data-stroe'),
      // a theme's own script has the attribute, too
      `<script type="application/json" data-store="products">{}</script>${script(shop).replace(pid, '')}`,
    ]) {
      const { page, context, said } = await open(heart, tag)
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await eventually(() => said.join('\n')).toMatch(/Heartbell: the store is missing.*data-store/)
      if (tag.includes('stroe')) expect(said.join('\n')).toMatch(/no setting data-stroe\. Did you mean data-store\?/)
      expect(await page.evaluate(() => document.querySelector('heartbell-heart')!.shadowRoot)).toBeNull()
      expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
      await context.close()
    }
  })

  test('forms, frames and other scripts of the page do not take the place of Heartbell or its settings', async () => {
    const { page, context, faults } = await open(
      heart,
      `<form id="heartbell"><input name="on"><input name="push"><input name="count"><input name="isSaved"></form>
       <img name="currentScript" src="data:,evil/" data-store="evil" data-api="https://evil.example">
       <script type="application/json" data-store="products" data-api="https://evil.example">{}</script>
       ${script(shop)}<script type="module" async src="/client/latest/cart-woo.js"></script>`,
    )
    await press(page)
    await eventually(async () => (await storedItems(shop, page)).map(({ epi }) => epi)).toEqual([101])
    expect(await page.evaluate(() => [heartbell.settings.api, heartbell.settings.store])).toEqual([
      shop.url,
      shop.store.pid,
    ])
    expect(faults.filter((fault) => !fault.includes('data:,evil'))).toEqual([])
    await context.close()
  })

  test('an unknown setting, a price that is no number and a template that was not rendered are named', async () => {
    const { page, context, said } = await open(
      `${heart.replace('12.50', '12,50')}<heartbell-list></heartbell-list>
       <heartbell-heart variant="{{ variant.id }}" product="10" name="Mug"></heartbell-heart>`,
      script(shop, 'data-curency="EUR" data-cfasync="false"'),
    )
    await eventually(() => said.join('\n')).toMatch(/no setting data-curency\. Did you mean data-currency\?/)
    await eventually(() => said.join('\n')).toMatch(/price "12,50" is not a number/)
    await eventually(() => said.join('\n')).toMatch(/variant is "{{ variant\.id }}"/)
    expect(said.join('\n')).not.toContain('cfasync')
    await page.getByRole('button', { name: 'Save Mug' }).click()
    await eventually(() => said.join('\n')).toMatch(/Nothing is saved/)
    expect(await page.evaluate(() => [heartbell.count(), heartbell.waiting()])).toEqual([0, 0])
    await context.close()
  })

  test('a heart without a product sends nothing and stays empty', async () => {
    const { page, context, said } = await open('<heartbell-heart variant="101" name="Notebook"></heartbell-heart>')
    await eventually(() => said.join('\n')).toMatch(/<heartbell-heart> has no attribute product/)
    await press(page)
    expect(await page.evaluate(() => [heartbell.count(), heartbell.waiting()])).toEqual([0, 0])
    await context.close()
  })
})

test('a list link that a mail program cut off says so, and a language without texts is named', async () => {
  const { page, context, said } = await open('<heartbell-list></heartbell-list>', script(shop, 'data-lang="tlh"'))
  await page.goto(`${page.url()}?list=${shop.store.pid.slice(0, 8).replace(/[+/]/g, '-')}01a1e3ce7340749a`)
  await page.locator('heartbell-list').getByText('There is no shared list here').waitFor()
  expect(said.join()).toContain('no texts for the language "tlh"')
  await context.close()
})

test('the second button of a heart is beside the first one, also with heartbell.css', async () => {
  const { page, context } = await open(heart.replace('<heartbell-heart', '<heartbell-heart picker'))
  const boxes = await Promise.all(
    (await page.locator('heartbell-heart >> button').all()).map((one) => one.boundingBox()),
  )
  const [first, second] = boxes.map((box) => box!)
  expect([second!.y, second!.width, second!.height]).toEqual([first!.y, 44, 44])
  await context.close()
})

type Heard = { name: string; detail: Record<string, unknown>; isPlain: boolean }
declare global {
  var eventsHeard: Heard[]
}

/** Keeps the details of events; an element in one is no plain data. */
const listen = (page: Page) =>
  page.evaluate(() => {
    globalThis.eventsHeard = []
    for (const name of ['saved', 'removed', 'moved'] as const)
      document.addEventListener(`heartbell:${name}`, ({ detail }) => {
        const isPlain = Object.values(detail).every((value) => !(value instanceof Node))
        globalThis.eventsHeard.push({ name, detail: JSON.parse(JSON.stringify(detail)), isPlain })
      })
  })

test('events and seen() have the same ids, complete lists under their own names, and no element', async () => {
  const kite = heart
    .replaceAll('101', 'kite-7')
    .replace('"10"', '"gid://shopify/Product/20"')
    .replace('Notebook', 'Kite')
  const { page, context } = await open(heart + kite)
  await listen(page)
  await press(page)
  // the service creates the first list
  await page.waitForFunction(() => heartbell.seen()[0]?.name)
  await page.getByRole('button', { name: 'Save Kite' }).click()
  await eventually(async () => (await storedItems(shop, page)).length).toBe(2)
  await page.evaluate(() => heartbell.refresh())
  await press(page)

  const heard = await page.evaluate(() => globalThis.eventsHeard)
  const [listed] = await page.evaluate(() => heartbell.seen())
  const { items, shareUrl, ...list } = listed!
  expect(shareUrl).toBeUndefined()
  expect(list).toMatchObject({ name: 'My wishlist', type: 'wl', isPublic: false })
  expect(items.map(({ variantId, productId, savedPrice }) => [variantId, productId, savedPrice])).toEqual([
    ['kite-7', 20, 12.5],
  ])
  expect(items[0]!.savedAt).toBeGreaterThan(1.7e12)

  expect(heard.map(({ name, isPlain }) => [name, isPlain])).toEqual([
    ['saved', true],
    ['saved', true],
    ['removed', true],
  ])
  const [first, second, removed] = heard.map(({ detail }) => detail)
  expect(Object.keys(first!)).toEqual(['product'])
  expect(first!.product).toMatchObject({ variantId: 101, productId: 10, price: 12.5 })
  expect(second).toMatchObject({ product: { variantId: 'kite-7', productId: 20 }, list: { listId: list.listId } })
  expect(removed).toMatchObject({ product: { variantId: 101 }, list: { ...list, items: [{ savedPrice: 12.5 }] } })
  await context.close()
})
