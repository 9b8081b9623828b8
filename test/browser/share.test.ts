/** Sharing: the panel, the way through signing in, the shop's own page for strangers, e-mail and QR code. */
import { createHmac } from 'node:crypto'
import readQr from 'jsqr'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findIssues } from './axe.ts'
import { openShop, type Shop, script, sizes, storedItems } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

/** The folder for screenshots, if set. */
const folder = process.env.HEARTBELL_PICTURES

/** What the shop's server renders for a signed-in shopper. */
function identity(email: string): string {
  const said = `${Buffer.from(email).toString('base64url')}.${Math.floor(Date.now() / 1000) + 600}`
  return `data-identity="${said}.${createHmac('sha256', shop.store.identitySecret).update(said).digest('hex')}"`
}

const head = '<meta name="viewport" content="width=device-width">'
const pot = '<heartbell-heart variant="70011" product="7001" url="/demo" name="Pot" price="18"></heartbell-heart>'
const own = 'data-sign-in="/theme/login?to={url}" data-share-url="/theme/list?list={lid}"'
const page = (name: string, more: string, body = `${pot}<heartbell-list></heartbell-list>`) =>
  shop.theme(name, `${head}${sizes()}${script(shop, more)}<main>${body}</main>`)

const panel = (page: Page, name = 'Share') => page.getByRole('dialog', { name, exact: true })
const press = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true }).click()
const settled = (page: Page) => page.waitForFunction(() => globalThis.heartbell?.waiting() === 0)
const open = (page: Page, name = 'Share') =>
  page.locator('heartbell-list').getByRole('button', { name, exact: true }).click()

/** A signed-in shopper with one saved product, who has opened the panel and made a link. */
async function shared(email: string, options: BrowserContextOptions = {}, more = own) {
  const visitor = await shop.visitor({ permissions: ['clipboard-read', 'clipboard-write'], ...options })
  await visitor.page.goto(page(email.split('@')[0]!, `${identity(email)} ${more}`))
  await visitor.page.waitForFunction(() => globalThis.heartbell?.isSignedIn())
  await visitor.page.locator('heartbell-heart button').first().click()
  await settled(visitor.page)
  await open(visitor.page)
  await press(visitor.page, 'Create a link')
  return { ...visitor, link: await panel(visitor.page).getByLabel('Link').inputValue() }
}

test('a guest signs in, comes back to the panel and shares; a stranger opens it in the shop, saves and buys; then it stops', async () => {
  const ada = await shop.visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  // the account has a list of the same name already, so the guest's list gets its id
  const account = await shop.account('ada@shop.example')
  await shop.shop('lists/create', account, { lname: 'My wishlist' })
  await ada.page.goto(page('guest', own))
  await ada.page.locator('heartbell-heart button').first().click()
  await settled(ada.page)
  await open(ada.page)
  await panel(ada.page).getByText('Only you can see this list.').waitFor()
  const link = panel(ada.page).getByRole('link', { name: 'Sign in' })
  const asked = new URL((await link.getAttribute('href'))!, shop.url)
  expect(asked.pathname).toBe('/theme/login')
  const back = new URL(asked.searchParams.get('to')!)
  expect(back.href).toMatch(/\/theme\/guest#heartbell-share=[\w-]{40}$/)
  page('guest', `${own} ${identity('ada@shop.example')}`)
  page('login', '', `<h1>Sign in</h1><a href="${back.href}">I am Ada</a>`)
  await link.click()
  await ada.page.getByRole('link', { name: 'I am Ada' }).click()
  await panel(ada.page).getByText('A shared list shows notes, quantities and priorities, too.').waitFor()
  await press(ada.page, 'Create a link')
  await panel(ada.page).getByText('Anyone with the link can see it.').waitFor()
  expect(ada.page.url()).toBe(`${shop.url}/theme/guest`)
  await press(ada.page, 'Copy link')
  await panel(ada.page).getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await ada.page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/\/theme\/list\?list=[\w-]{40}$/)
  expect(new URL(copied).searchParams.get('list')).not.toBe(back.hash.split('=')[1])

  page('list', '', '<heartbell-list></heartbell-list>')
  const stranger = await shop.visitor()
  await stranger.page.goto(copied)
  const list = stranger.page.locator('heartbell-list')
  const product = await list.getByRole('link', { name: 'Terracotta Pot' }).first().getAttribute('href')
  expect(product).toMatch(/\?variant=70011$/)
  expect(await list.getByRole('button', { name: /Remove|Rename|Share/ }).count()).toBe(0)
  await list.locator('heartbell-heart button').first().click()
  await settled(stranger.page)
  await expect.poll(() => storedItems(shop, stranger.page)).toMatchObject([{ epi: 70011 }])
  const bag = await stranger.page.evaluateHandle(() => {
    const bag: unknown[] = []
    globalThis.heartbell.cart = {
      items: async () => [],
      add: async (...given) => bag.push(given),
      remove: async () => {},
    }
    return bag
  })
  await list.getByRole('button', { name: /bag/i }).first().click()
  await expect.poll(() => bag.jsonValue()).toEqual([[70011, 1]])
  await expect.poll(() => storedItems(shop, ada.page)).toMatchObject([{ epi: 70011 }])

  await press(ada.page, 'Stop sharing')
  await panel(ada.page).getByText('The link no longer works. If you share again, it is the same link.').waitFor()
  await panel(ada.page).getByText('Only you can see this list.').waitFor()
  await stranger.page.reload()
  await list.getByText('There is no shared list here').waitFor()
  await press(ada.page, 'Create a link')
  await panel(ada.page).getByText('The same link works again.').waitFor()
  expect(ada.faults).toEqual([])
  await stranger.context.close()
  await ada.context.close()
})

test('the QR code on the page is the link', async () => {
  const { context, page, link } = await shared('eve@shop.example')
  await press(page, 'QR code')
  await panel(page).getByRole('img', { name: 'QR code' }).waitFor()
  const pixels = await page.evaluate(async () => {
    const picture = document.querySelector('heartbell-panel')!.shadowRoot!.querySelector('.qr')!
    const image = new Image(200, 200)
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 200 })
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0, 200, 200)
    return [...context.getImageData(0, 0, 200, 200).data]
  })
  const read = (readQr as unknown as typeof readQr.default)(Uint8ClampedArray.from(pixels), 200, 200)
  expect(read?.data).toBe(link)
  await context.close()
})

test('by e-mail: wrong fields are named in words, a right one is sent; other ways are counted', async () => {
  const { context, page, link } = await shared('bea@shop.example')
  const chat = new URL((await panel(page).getByRole('link', { name: 'WhatsApp' }).getAttribute('href'))!)
  expect(chat.searchParams.get('text')).toBe(`My wishlist ${link}`)
  await press(page, 'E-mail')
  const to = panel(page).getByLabel('Their e-mail address')
  await to.and(page.locator(':focus')).fill('bob@nowhere')
  await panel(page).getByLabel('Your name').fill('Bea')
  await panel(page).getByLabel('Message').fill('Look at http://evil.example')
  await press(page, 'Send')
  await panel(page).getByText('Please check this address.').waitFor()
  await to.fill('bob@shop.example')
  await press(page, 'Send')
  await panel(page).getByText('Please write this without links.').waitFor()
  await panel(page).getByLabel('Message').and(page.locator(':focus')).fill('For my birthday')
  await press(page, 'Send')
  await panel(page).getByText('We send it to bob@shop.example, unless this person wants no such e-mails.').waitFor()
  const [mail] = await shop.sql`select recipient, subject from messages where purpose = 'shared-list'`
  expect(mail).toMatchObject({ recipient: 'bob@shop.example' })
  let focused = ''
  await context.route('**/emailList*', async (route) => {
    focused = await page.evaluate(() => document.activeElement!.localName)
    await route.fulfill({ status: 429, body: '{"type":"too-many-requests"}' })
  })
  await to.fill('cy@shop.example')
  await press(page, 'Send')
  await panel(page).getByText('Too many e-mails for now. Please try again later.').waitFor()
  expect(focused).toBe('heartbell-panel')
  await expect
    .poll(async () => (await shop.sql`select medium from list_shares order by medium`).map(({ medium }) => medium))
    .toContain('email')
  await context.close()
})

test('without a clipboard the link is selected; the system’s own dialog is offered; focus and Escape', async () => {
  const visitor = await shared('cy@shop.example', {}, '')
  const { context, page } = visitor
  expect(visitor.link).toMatch(/\/shared\/[\w-]{40}$/)
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    Object.defineProperty(navigator, 'share', { value: async (given: object) => Object.assign(globalThis, { given }) })
    document.execCommand = () => false
  })
  await press(page, 'Copy link')
  await panel(page).getByText('The link is selected. Please copy it.').waitFor()
  expect(
    await page.evaluate(() => {
      const { activeElement } = document.querySelector('heartbell-panel')!.shadowRoot!
      const field = activeElement as HTMLInputElement
      return field.value.slice(field.selectionStart!, field.selectionEnd!)
    }),
  ).toBe(visitor.link)
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  await page.locator('heartbell-list').getByRole('button', { name: 'Share' }).and(page.locator(':focus')).press('Enter')
  await press(page, 'Share…')
  await page.waitForFunction(() => 'given' in globalThis)
  expect(await page.evaluate(() => (globalThis as unknown as { given: object }).given)).toEqual({
    title: 'My wishlist',
    url: visitor.link,
  })
  await page.keyboard.press('Escape')
  await page.locator('heartbell-list').getByRole('button', { name: 'Share' }).and(page.locator(':focus')).waitFor()
  await context.close()
})

const wide = { width: 1280, height: 860 }

test('in Arabic it is right to left and nothing is English', async () => {
  const visitor = await shop.visitor({ viewport: wide, bypassCSP: true, reducedMotion: 'reduce' })
  await visitor.page.goto(page('arabic', `data-lang="ar" ${identity('noor@shop.example')}`))
  await visitor.page.waitForFunction(() => globalThis.heartbell?.isSignedIn())
  await visitor.page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await visitor.page.locator('heartbell-heart button').first().click()
  await settled(visitor.page)
  await open(visitor.page, 'مشاركة')
  await visitor.page.getByRole('button', { name: 'إنشاء رابط' }).click()
  await visitor.page.getByRole('button', { name: 'بريد' }).click()
  await visitor.page.getByLabel('اسمك').waitFor()
  if (folder) await visitor.page.screenshot({ path: `${folder}/share-arabic.png` })
  const text = await visitor.page.getByRole('dialog').innerText()
  expect(text.replace('WhatsApp', '').replace('QR', '')).not.toMatch(/[a-z]{3}/i)
  expect(await findIssues(visitor.page, { within: 'heartbell-panel' })).toEqual([])
  await visitor.context.close()
})

test('a deleted list that is restored has the same link, and its items', async () => {
  const account = await shop.account('zoe@shop.example')
  for (const lname of ['My wishlist', 'Kitchen']) await shop.shop('lists/create', account, { lname })
  const { context, page: ada, link } = await shared('zoe@shop.example')
  await ada.goto(page('own', `${identity('zoe@shop.example')} ${own}`, '<heartbell-list></heartbell-list>'))
  const list = ada.locator('heartbell-list')
  const stranger = await shop.visitor()
  page('list', '', '<heartbell-list></heartbell-list>')
  const looks = async (text: string) => {
    await stranger.page.goto(link)
    await stranger.page.locator('heartbell-list').getByText(text).first().waitFor()
  }
  await looks('Terracotta Pot')
  await list.getByText('1 item · Shared').waitFor()
  await list.getByRole('button', { name: 'My wishlist 1 Shared' }).waitFor()
  await expect.poll(() => list.getByRole('button', { name: 'Shared' }).count()).toBe(1)
  await list.getByRole('button', { name: 'More' }).click()
  await list.getByRole('button', { name: 'Delete list' }).click()
  await list.getByRole('heading', { name: 'Kitchen' }).waitFor()
  await looks('There is no shared list here')
  await ada.getByRole('button', { name: 'Undo' }).click()
  await list.getByRole('heading', { name: 'My wishlist' }).waitFor()
  await looks('Terracotta Pot')
  await list.getByRole('button', { name: 'Share', exact: true }).click()
  await expect.poll(() => panel(ada).getByLabel('Link').inputValue()).toBe(link)
  await ada.keyboard.press('Escape')
  await list.getByRole('button', { name: 'Share', exact: true }).and(ada.locator(':focus')).waitFor()
  await stranger.context.close()
  await context.close()
})
