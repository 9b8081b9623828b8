/** A shop on its own port, with the real service behind it, for browser tests. */
import type { AddressInfo } from 'node:net'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Heartbell } from '../../packages/client/src/widgets/kit.ts'
import { findStore } from '../../packages/server/src/domain/stores/stores.ts'
import { openTestApp, type TestApp, type TestShopper } from '../../packages/server/src/http/testing/test-app.ts'
import { clientFileRoutes, clientVersion } from '../../packages/server/src/pages/client-files.ts'
import { demoRoutes } from '../../packages/server/src/pages/demo/demo.ts'
import { fillDemo } from '../../packages/server/src/pages/demo/demo-shop.ts'
import { pageRoutes } from '../../packages/server/src/pages/routes.ts'
import { sharedRoutes } from '../../packages/server/src/pages/shared/shared-list.ts'
import { launchChromium } from './chromium.ts'

declare global {
  var heartbell: Heartbell
  /** The layout shift of a page while it loaded. */
  var moved: number
}

export type Shop = TestApp & {
  url: string
  /** Adds a page of a theme at this path; `policy` is its Content-Security-Policy. */
  theme(path: string, html: string, policy?: string, lang?: string): string
  /** A visitor with a separate browser profile. */
  visitor(options?: BrowserContextOptions): Promise<Visitor>
}

/** `faults`: errors of the page. */
export type Visitor = { context: BrowserContext; page: Page; faults: string[] }

export const script = (shop: Shop, more = '') =>
  `<script type="module" async src="/client/${clientVersion()}/core.js" data-store="${shop.store.pid}" ${more}></script>`

export const sizes = () => `<link rel="stylesheet" href="/client/${clientVersion()}/heartbell.css">`

/** The policy of a strict shop. */
export const strict =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; require-trusted-types-for 'script'"

export async function openShop(): Promise<Shop> {
  const pages = new Map<string, { html: string; policy: string }>()
  let pid = ''
  let url = ''
  const app = await openTestApp({
    publicUrl: () => url,
    mounts: [
      clientFileRoutes,
      sharedRoutes,
      pageRoutes,
      (scope, context) => demoRoutes(scope, context, () => pid),
      (scope) => {
        scope.get('/theme/*', (request, reply) => {
          const page = pages.get(request.url.split('?')[0]!)
          if (!page) return reply.code(404).send({})
          return reply
            .headers({ 'content-security-policy': page.policy })
            .type('text/html; charset=utf-8')
            .send(page.html)
        })
      },
    ],
  })
  pid = app.store.pid
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
  await fillDemo(app.sql, (await findStore(app.sql, app.vault, pid))!, url)
  const browser = await launchChromium()
  const shop: Shop = {
    ...app,
    url,
    theme: (path, html, policy = strict, lang = 'en') => {
      pages.set(`/theme/${path}`, {
        html: `<!doctype html><html lang="${lang}"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${path}</title>${html}`,
        policy,
      })
      return `${url}/theme/${path}`
    },
    visitor: async (options = {}) => {
      const context = await browser.newContext(options)
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text())
      })
      return { context, page, faults }
    },
    close: async () => {
      await browser.close()
      await app.close()
    },
  }
  return shop
}

/** The identity that the visitor's browser has; null before the first write. */
export const whoIs = (page: Page): Promise<TestShopper | null> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^heartbell:.*:who$/.test(name))
    return key ? JSON.parse(localStorage.getItem(key)!) : null
  })

/** The items of all lists that the service has for the visitor, of one type if given. */
export async function storedItems(shop: Shop, page: Page, lty?: string): Promise<Record<string, unknown>[]> {
  const who = await whoIs(page)
  if (!who) return []
  const lists: { listcontents: Record<string, unknown>[] }[] = (await shop.shop('lists/fetch-lists', who, { lty })).body
  return lists.flatMap(({ listcontents }) => listcontents)
}

/** Saves variants of the demo store from its open page, without pressing hearts. */
export const saveVariants = (page: Page, ...ids: number[]): Promise<unknown> =>
  page.evaluate(async (ids) => {
    const { variants } = await (await fetch('/demo/goods.json')).json()
    for (const variantId of ids) {
      const { product: productId, title, option: variant, price, url, image } = variants[variantId]
      const at = (path: string) => new URL(path, location.href).href
      const [address, imageUrl] = [at(url), at(image)]
      await globalThis.heartbell.add({ variantId, productId, title, variant, price, url: address, imageUrl })
    }
  }, ids)
