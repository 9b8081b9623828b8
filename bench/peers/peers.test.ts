/** Tests each adapter against a small server that responds like the real service, with the benchmark's load. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { runLoad } from '../setup/load.ts'
import { medusa } from './medusa.ts'
import type { Opened } from './peer.ts'
import { vendure } from './vendure.ts'

type Said = { method: string; path: string; headers: IncomingMessage['headers']; body: Record<string, string> }
type Answer = { status?: number; body: unknown; headers?: Record<string, string> }

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function serve(answer: (said: Said) => Answer): Promise<URL> {
  const server = createServer(async (request, reply) => {
    let text = ''
    for await (const piece of request) text += piece
    const { method = '', url: path = '', headers } = request
    const { status = 200, body, headers: more } = answer({ method, path, headers, body: JSON.parse(text || '{}') })
    reply.writeHead(status, { 'content-type': 'application/json', ...more })
    // In two chunks, without a length, as some frameworks do.
    const written = JSON.stringify(body)
    reply.write(written.slice(0, 3))
    setImmediate(() => reply.end(written.slice(3)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const key = 'pk_test'

/** Medusa's store, and the lists and items of its plugin. */
function playMedusa({ single = false } = {}) {
  const lists = new Map<string, { owner: string; items: string[] }>()
  const answer = ({ method, path, headers, body }: Said): Answer => {
    if (path === '/auth/customer/emailpass/register') return { body: { token: `new ${body.email}` } }
    if (path === '/auth/customer/emailpass') return { body: { token: `known ${body.email}` } }
    if (headers['x-publishable-api-key'] !== key) return { status: 400, body: { message: 'A valid key is required' } }
    const owner = headers.authorization ?? ''
    if (path.startsWith('/store/products?')) {
      const variants = Array.from({ length: 12 }, (_, n) => ({ id: `variant_${n}` }))
      return { body: { products: [{ id: 'prod_1', variants, sales_channels: [{ id: 'sc_1' }] }] } }
    }
    if (path === '/store/customers') return { body: { customer: { id: owner } } }
    if (!owner.startsWith('Bearer known ')) return { status: 401, body: { message: 'Unauthorized' } }
    if (path === '/store/wishlists' && method === 'POST') {
      if (body.sales_channel_id !== 'sc_1') return { status: 400, body: { message: 'sales_channel_id' } }
      const id = single ? `wl_${owner}` : `wl_${lists.size}`
      lists.set(id, { owner, items: [] })
      return { status: 201, body: { id, items: [] } }
    }
    if (path.startsWith('/store/wishlists?')) {
      const own = [...lists].filter(([, list]) => list.owner === owner).slice(0, 10)
      return { body: { data: own.map(([id, { items }]) => ({ id, items: items.map((item) => ({ id: item })) })) } }
    }
    const list = lists.get(/^\/store\/wishlists\/(\w+)\/add-item$/.exec(path)?.[1] ?? '')
    if (list?.owner !== owner || list.items.includes(body.product_variant_id!)) return { status: 500, body: {} }
    list.items.push(body.product_variant_id!)
    return { status: 201, body: { id: 'wli_1' } }
  }
  return { answer, lists }
}

/** Vendure's shop, with a wishlist as in its guide. */
function playVendure() {
  const saved = new Map<string, string[]>()
  const answer = ({ headers, body }: Said): Answer => {
    const { query, variables } = body as unknown as { query: string; variables: Record<string, string> }
    const owner = String(headers.authorization ?? '').replace('Bearer ', '')
    const items = () => (saved.get(owner) ?? []).map((id) => ({ id: `item ${id}`, productVariantId: id }))
    if (query.includes('registerCustomerAccount')) return { body: { data: { registerCustomerAccount: {} } } }
    if (query.includes('login('))
      return { headers: { 'vendure-auth-token': variables.name! }, body: { data: { login: {} } } }
    if (query.includes('products(')) {
      const variants = Array.from({ length: 12 }, (_, n) => ({ id: String(n) }))
      return { body: { data: { products: { items: [{ variants }] } } } }
    }
    if (!owner) return { body: { data: null, errors: [{ message: 'You are not currently authorized' }] } }
    if (query.includes('addToWishlist')) saved.set(owner, [...(saved.get(owner) ?? []), variables.id!])
    if (query.includes('removeFromWishlist'))
      saved.set(
        owner,
        saved.get(owner)!.filter((id) => `item ${id}` !== variables.id),
      )
    return { body: { data: { activeCustomerWishlist: items(), addToWishlist: items() } } }
  }
  return { answer, saved }
}

const isSuccess = (status: number) => status < 300

/** All requests, by a few clients that stop when none is left. */
const loadAll = async ({ url }: Opened, next: () => string | null) =>
  await runLoad({ url, clients: 4, seconds: 60, next, accepts: isSuccess })

test('Medusa: customers sign up, every product is added once to each list, and lists are read with their items', async () => {
  const { answer, lists } = playMedusa()
  const url = await serve(answer)
  const opened = await medusa.open(url, { customers: 3, key })
  const loaded = await loadAll(opened, await opened.prepareAdds(40))
  expect(loaded).toMatchObject({ answered: 48, refused: 0 })
  expect([...lists.values()].map(({ items }) => new Set(items).size)).toEqual([12, 12, 12, 12])
  expect(new Set([...lists.values()].map(({ owner }) => owner)).size).toBe(3)
  expect((await loadAll(opened, await opened.prepareAdds(1))).refused).toBe(0)
  const readers = await medusa.open(url, { customers: 1, key })
  const { next, says } = await readers.prepareFetches()
  expect(says).toBe('10 lists with 100 items in all')
  expect((await fetchOnce(url, next())).data).toHaveLength(10)
})

test('Medusa without a key, or with a wrong one, is told in a sentence', async () => {
  const url = await serve(playMedusa().answer)
  await expect(medusa.open(url, { customers: 1, key: undefined })).rejects.toThrow('give --medusa-key')
  await expect(medusa.open(url, { customers: 1, key: 'pk_other' })).rejects.toThrow(
    /Medusa answered \/store\/products.* with 400: .*A valid key is required/,
  )
})

test('Medusa that gives a customer one list alone is told in a sentence', async () => {
  const url = await serve(playMedusa({ single: true }).answer)
  const opened = await medusa.open(url, { customers: 1, key })
  await expect(opened.prepareAdds(24)).rejects.toThrow('allow several in the settings of its plugin')
})

test('Vendure: what a round added is taken out before the next', async () => {
  const { answer, saved } = playVendure()
  const url = new URL('/shop-api', await serve(answer))
  const opened = await vendure.open(url, { customers: 3, key: undefined })
  for (const round of [1, 2]) {
    const loaded = await loadAll(opened, await opened.prepareAdds(1))
    expect(loaded, `round ${round}`).toMatchObject({ answered: 36, refused: 0 })
    expect([...saved.values()].map((ids) => ids.length)).toEqual([12, 12, 12])
  }
  const readers = await vendure.open(url, { customers: 1, key: undefined })
  const { next, says } = await readers.prepareFetches()
  expect(says).toBe('one list with 12 items')
  expect((await fetchOnce(url, next())).data.activeCustomerWishlist).toHaveLength(12)
})

test('Vendure that wants addresses verified, or says no, is told in a sentence', async () => {
  const silent = await serve(() => ({
    body: { data: { products: { items: [{ variants: [{ id: '1' }] }] }, login: { __typename: 'NotVerifiedError' } } },
  }))
  await expect(vendure.open(silent, { customers: 1, key: undefined })).rejects.toThrow(
    /NotVerifiedError\): it needs requireVerification: false/,
  )
  const refusing = await serve(() => ({ body: { errors: [{ message: 'Cannot query field "products"' }] } }))
  await expect(vendure.open(refusing, { customers: 1, key: undefined })).rejects.toThrow('Cannot query field')
})

/** Sends raw request bytes and reads the response. */
async function fetchOnce(url: URL, request: string) {
  const [head = '', body = ''] = request.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const [method = '', path = ''] = first.split(' ')
  const skipped = /^(host|content-length):/
  const headers = lines.filter((line) => !skipped.test(line)).map((line) => line.split(': ') as [string, string])
  const reply = await fetch(new URL(path, url), { method, headers, ...(body && { body }) })
  return JSON.parse(await reply.text())
}
