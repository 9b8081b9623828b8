/** A browser without a page, for tests: storage shared by tabs, and the real app behind a network that can fail. */
import { openTestApp, type TestApp } from '../../../../server/src/http/testing/test-app.ts'
import { type ClientOptions, openClient } from '../client.ts'
import type { Area } from '../sync/local-data.ts'

export type Asked = { path: string; key: string | null; fields: URLSearchParams }

export type Browser = {
  asked: Asked[]
  /** What happens to the next calls, instead of the service's answer. */
  meets: ((path: string) => Response | 'offline' | 'lost answer' | undefined) | null
  tab(options?: Partial<ClientOptions>): ReturnType<typeof openClient>
}

export function makeArea(): Area & { texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
  }
}

export function openBrowser({ app, store }: TestApp, area: Area = makeArea()): Browser {
  const browser: Browser = {
    asked: [],
    meets: null,
    tab: (options = {}) =>
      openClient({ store: store.pid, joinTime: 0, fetch: send as typeof fetch, storage: () => area, ...options }),
  }
  const send = async (url: string, { body, headers }: { body: URLSearchParams; headers?: Record<string, string> }) => {
    const path = url.replace(/\?.*/, '').replace(/^\/api\/v3\//, '')
    browser.asked.push({ path, key: headers?.['idempotency-key'] ?? null, fields: body })
    const met = browser.meets?.(path)
    if (met === 'offline') throw new TypeError('Failed to fetch')
    if (met instanceof Response) return met
    const reply = await app.inject({
      method: 'POST',
      url,
      payload: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'browser', ...headers },
    })
    if (met === 'lost answer') throw new TypeError('Failed to fetch')
    const replyHeaders = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)])
    return new Response(reply.body, { status: reply.statusCode, headers: replyHeaders })
  }
  return browser
}

export const openShop = () => openTestApp()

export const notebook = {
  variantId: 101,
  productId: 10,
  url: 'https://shop.example/notebook',
  title: 'Notebook',
  price: 12.5,
}
export const pen = { variantId: 201, productId: 20, url: 'https://shop.example/pen', title: 'Pen', price: 48 }
