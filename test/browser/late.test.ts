import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop, script, sizes, storedItems, type Visitor } from './shop.ts'

let shop: Shop
let visitor: Visitor
beforeAll(async () => {
  shop = await openShop()
  visitor = await shop.visitor()
})
afterAll(() => shop?.close())

const about = (id: number) => `variant="${id}" product="${id}" url="/p/${id}" name="Product ${id}"`
const heart = (page: Page, id: string | number) => page.locator(`heartbell-heart[variant="${id}"]`).locator('button')
const ready = (page: Page) => page.waitForFunction(() => globalThis.heartbell?.isSaved)
const isPressed = (page: Page, id: string | number) => heart(page, id).getAttribute('aria-pressed')

/** Calls of the API that a page makes. */
function countCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const [, call] = /\/api\/v3\/([^?]*)/.exec(request.url()) ?? []
    if (call) calls.push(call)
  })
  return calls
}

async function open(path: string, body: string): Promise<Page> {
  const page = await visitor.context.newPage()
  await page.goto(shop.theme(path, `${sizes()}${script(shop)}${body}`))
  await ready(page)
  return page
}

describe('elements that arrive late', () => {
  test('every element works when it is added, in a shadow root, moved, and removed', async () => {
    const page = await open('late', '<main></main><div id="box"></div>')
    const names = await page.evaluate(async () => {
      const main = document.querySelector('main')!
      const inner = document.querySelector('#box')!.attachShadow({ mode: 'open' })
      const make = (tag: string, more: Record<string, string> = {}) => {
        const element = document.createElement(tag)
        for (const [name, value] of Object.entries({ variant: '7', product: '7', url: '/p/7', ...more }))
          element.setAttribute(name, value)
        return element
      }
      const all = [
        make('heartbell-heart'),
        make('heartbell-count'),
        make('heartbell-notify', { stock: '0' }),
        make('heartbell-list'),
        make('heartbell-saved'),
      ]
      main.append(...all)
      inner.append(make('heartbell-notify', { stock: '0' }), make('heartbell-heart'))
      const drawn = (element: Element) =>
        new Promise<string>((done) => {
          const look = () => (element.shadowRoot ? done(element.localName) : setTimeout(look, 20))
          look()
        })
      return await Promise.all([...all, ...inner.children].map(drawn))
    })
    expect(names).toHaveLength(7)
    await page.locator('main heartbell-notify').getByRole('button').first().waitFor()
    // moved: its listeners are attached again
    await page.evaluate(() => document.body.append(document.querySelector('main heartbell-heart')!))
    await heart(page, 7).first().click()
    await page.waitForFunction(() => globalThis.heartbell.isSaved(7))
    expect(await heart(page, 7).evaluateAll((all) => all.map((one) => one.ariaPressed))).toEqual(['true', 'true'])
    await page.close()
  })

  test('a heart inside a link and a form follows neither', async () => {
    const page = await open(
      'link',
      `<a href="/elsewhere">${`<heartbell-heart ${about(11)}></heartbell-heart>`}</a>
       <form action="/sent"><heartbell-heart ${about(12)}></heartbell-heart></form>`,
    )
    const before = page.url()
    await heart(page, 11).click()
    await heart(page, 12).press('Enter')
    await page.waitForFunction(() => globalThis.heartbell.isSaved(11) && globalThis.heartbell.isSaved(12))
    expect(page.url()).toBe(before)
    await page.close()
  })

  test('a heart follows its form and its attribute', async () => {
    const page = await open(
      'variant',
      `<section><heartbell-heart ${about(21)}></heartbell-heart>
         <form><select name="id"><option value="21">S</option><option value="22">M</option></select></form></section>
       <section><heartbell-heart ${about(25)}></heartbell-heart></section>`,
    )
    await page.evaluate(() => globalThis.heartbell.add({ variantId: 22, productId: 21, url: 'https://shop.example/p' }))
    await expect.poll(() => isPressed(page, 21)).toBe('false')
    await page.locator('select').selectOption('22')
    await page.locator('heartbell-heart[variant="22"]').waitFor()
    await expect.poll(() => isPressed(page, 22)).toBe('true')
    await expect.poll(() => page.locator('heartbell-heart[variant="25"]').count()).toBe(1)
    await page.evaluate(() => document.querySelector('heartbell-heart')!.setAttribute('variant', '23'))
    await page.waitForFunction(
      () => document.querySelector('heartbell-heart')!.shadowRoot!.querySelector('button')!.ariaPressed === 'false',
    )
    await page.close()
  })
})

describe('before the script is loaded', () => {
  test('functions in the queue run, later ones run at once, and the page hears when it is ready', async () => {
    const page = await visitor.context.newPage()
    await page.addInitScript(() => {
      const heard: unknown[] = []
      Object.assign(globalThis, { heard })
      document.addEventListener('heartbell:ready', () => heard.push('ready'))
      const page = globalThis as unknown as { heartbell?: unknown[] }
      page.heartbell ??= []
      const early = page.heartbell
      early.push(() => {
        throw new Error('of the page itself')
      })
      early.push((heartbell: { count(): number }) => heard.push(typeof heartbell.count()))
    })
    await page.goto(shop.theme('early', script(shop)))
    await ready(page)
    await page.waitForFunction(() => (globalThis as unknown as { heard: unknown[] }).heard.length === 2)
    const heard = await page.evaluate(() => {
      const { heard } = globalThis as unknown as { heard: unknown[] }
      globalThis.heartbell.push(() => heard.push('later'))
      return heard
    })
    expect(heard).toEqual(['ready', 'number', 'later'])
    await page.close()
  })

  test('the console names what is wrong, once each', async () => {
    const page = await visitor.context.newPage()
    const said: string[] = []
    page.on('console', (message) => message.text().startsWith('Heartbell') && said.push(message.text()))
    const tag = script(shop).replace(shop.store.pid, 'no-such-store')
    await page.goto(
      shop.theme(
        'wrong',
        `${tag}<heartbell-heart product="1"></heartbell-heart><heartbell-heart product="2"></heartbell-heart>
         <heartbell-heart variant="3"></heartbell-heart><heartbell-heart ${about(4)}></heartbell-heart>`,
      ),
    )
    await ready(page)
    await heart(page, 4).click()
    await expect.poll(() => said.length, { timeout: 45_000 }).toBe(3)
    expect(said.filter((text) => text.includes('attribute variant'))).toHaveLength(1)
    expect(said.filter((text) => text.includes('attribute product'))).toHaveLength(1)
    expect(said.filter((text) => text.includes('data-store'))).toHaveLength(1)
    await page.close()
  })
})

describe('calls', () => {
  test('twenty quick hearts are at most three writes, and sixty hearts cause none when the shopper returns', async () => {
    const { context, page } = await shop.visitor()
    const calls = countCalls(page)
    const hearts = Array.from({ length: 60 }, (_, index) => `<heartbell-heart ${about(100 + index)}></heartbell-heart>`)
    const url = shop.theme('many', `${sizes()}${script(shop)}${hearts.join('')}`)
    await page.goto(url)
    await ready(page)
    expect(calls).toEqual([])
    // in one task: timers between the presses take longer on a busy machine, until the presses are no longer quick
    await page.evaluate(() => {
      for (const one of [...document.querySelectorAll('heartbell-heart')].slice(0, 20))
        one.shadowRoot!.querySelector('button')!.click()
    })
    await page.waitForFunction(() => globalThis.heartbell.waiting() === 0 && globalThis.heartbell.count() === 20)
    const writes = calls.filter((call) => /^lists\/(create|update)/.test(call))
    expect(writes.length, calls.join(' ')).toBeLessThanOrEqual(3)
    expect(calls).not.toContain('lists/fetch-lists')
    await expect.poll(() => storedItems(shop, page)).toHaveLength(20)
    await page.evaluate(() => globalThis.heartbell.refresh())
    calls.length = 0
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForFunction(() => globalThis.heartbell.count() === 20)
    expect(calls).toEqual([])
    await context.close()
  })

  test('a heart that is pressed just before the page is left is sent', async () => {
    const { context, page } = await shop.visitor()
    const url = shop.theme('leave', `${sizes()}${script(shop)}<heartbell-heart ${about(301)}></heartbell-heart>`)
    await page.goto(url)
    await ready(page)
    await page.evaluate(() =>
      globalThis.heartbell.add({ variantId: 302, productId: 302, url: 'https://shop.example/p' }),
    )
    await page.waitForFunction(() => globalThis.heartbell.waiting() === 0)
    await heart(page, 301).click()
    await page.goto('about:blank')
    await page.goto(shop.theme('after', '<p>no script</p>'))
    await expect.poll(async () => (await storedItems(shop, page)).length, { timeout: 45_000 }).toBe(2)
    await context.close()
  })
})

describe('without a network', () => {
  const variants = JSON.stringify([
    { id: 401, title: 'Small' },
    { id: 402, title: 'Large' },
  ])
  const asking = `<heartbell-count href="/nowhere"></heartbell-count><heartbell-heart product="40" url="/p/40" name="Pot" variants='${variants}'></heartbell-heart>`

  test('a heart without a variant asks and the drawer opens, because both were fetched after the page was loaded', async () => {
    const { context, page } = await shop.visitor()
    await page.goto(shop.theme('ahead', `${sizes()}${script(shop)}${asking}`))
    await page.waitForFunction(() => (globalThis.heartbell.rowFiles as { frame?: unknown })?.frame)
    const early = await page.evaluate(() => {
      const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const files = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < page!.loadEventStart)
      return files.map(({ name }) => name.split('/').at(-1)).filter((name) => name!.endsWith('.js'))
    })
    expect(early).toEqual(['core.js'])
    await context.setOffline(true)
    await page.locator('heartbell-heart button').click()
    await page.getByRole('radio', { name: 'Large' }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved to My wishlist').waitFor()
    await page.locator('heartbell-count a').click()
    await page.getByRole('dialog', { name: 'Wishlist' }).getByText('Pot').first().waitFor()
    await context.setOffline(false)
    await expect
      .poll(async () => (await storedItems(shop, page)).map(({ epi }) => epi), { timeout: 45_000 })
      .toEqual([402])
    await context.close()
  })

  test('a press says that there is no network where nothing was fetched ahead, and works when there is one again', async () => {
    const { context, page } = await shop.visitor()
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    const url = shop.theme('saving', `${sizes()}${script(shop)}${asking}`)
    await page.goto(url, { waitUntil: 'networkidle' })
    await context.setOffline(true)
    const said = page.getByRole('alert').getByText('You are offline. Please try again.')
    await page.locator('heartbell-heart button').click()
    await said.waitFor()
    await page.mouse.click(300, 300)
    await said.waitFor({ state: 'hidden' })
    await page.locator('heartbell-count a').click()
    await said.last().waitFor()
    expect(page.url()).toBe(url)
    await context.setOffline(false)
    await page.locator('heartbell-heart button').click()
    await page.getByRole('radio', { name: 'Large' }).waitFor()
    await context.close()
  })
})
