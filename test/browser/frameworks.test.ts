/** The packed packages for React, Vue and Svelte: rendered on a server, hydrated without a warning, and alive after that. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frameworkApps } from './framework-apps.ts'
import { bundleApp, type Folder, openFolder } from './packed-apps.ts'
import { openShop, type Shop, storedItems } from './shop.ts'

let shop: Shop
let folder: Folder
beforeAll(async () => {
  shop = await openShop()
  const frameworks = Object.values(frameworkApps).flatMap((app) => app.frameworks)
  folder = await openFolder(['client', 'react', 'vue', 'svelte'], frameworks)
})
afterAll(async () => {
  await folder?.close()
  await shop?.close()
})

test.each(Object.entries(frameworkApps))(
  '%s: server-rendered, hydrated silently, saves and follows the state',
  async (name, app) => {
    for (const [file, text] of Object.entries(app.files)) folder.write(file, text)
    folder.write(`${name}-server.jsx`, app.server)
    folder.write(`${name}.jsx`, app.browser)
    const { html } = (await import(await bundleApp(folder, `${name}-server.jsx`, 'node'))) as { html: string }
    expect(html).toMatch(/<heartbell-heart [^>]*variant="101"/)
    expect(html).toMatch(/<heartbell-heart [^>]*class="big"/)
    expect(html).toContain('stocks="{&quot;102&quot;:3}"')
    expect(html).not.toContain('sms')
    await bundleApp(folder, `${name}.jsx`, 'browser')
    folder.write(
      `${name}.html`,
      `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${name}</title>
<script>store = ${JSON.stringify(shop.store.pid)}; api = ${JSON.stringify(shop.url)}</script>
<script type="module" src="/browser/${name}.js"></script><div id="app">${html}</div>`,
    )

    const { page, context } = await shop.visitor()
    const said: string[] = []
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()))
    page.on('pageerror', (error) => said.push(error.message))
    await page.goto(`${folder.url}/${name}.html`)
    const state = page.locator('output')
    await expect.poll(() => state.textContent()).toBe('false 0 0 started')
    await page.getByRole('button', { name: 'Save Teapot' }).click()
    await expect.poll(() => state.textContent()).toBe('true 1 1 started')
    await expect.poll(async () => (await storedItems(shop, page)).map(({ epi }) => epi)).toEqual([101])
    // the component's listener and the page's, once each also under StrictMode
    const heard = await page.evaluate(() => [(globalThis as Seen).saved?.product.title, (globalThis as Seen).heard])
    expect(heard).toEqual(['Teapot', 1])
    if (name === 'vue') {
      await page.getByRole('button', { name: 'Save for later' }).click()
      await expect.poll(() => page.evaluate(() => (globalThis as Seen).later)).toBe('ROW')
    }
    await page.locator('heartbell-count >> a').click()
    await page.locator('heartbell-drawer').getByText('Teapot').first().waitFor()
    // from outside of the framework
    await page.evaluate(() => heartbell.remove({ variantId: 101 }))
    await expect.poll(() => state.textContent()).toMatch(/^false 0 /)
    expect(said).toEqual([])
    await context.close()
  },
)

type Seen = { saved?: { product: { title: string } }; heard?: number; later?: string }
