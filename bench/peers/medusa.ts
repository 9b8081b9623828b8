/** Medusa 2 with the plugin `@alphabite/medusa-wishlist`: several lists a customer, over its store API. */
import { randomUUID } from 'node:crypto'
import { type Ask, ask, eachOnce, inTurns, type Opened, type Peer, writeAsk } from './peer.ts'

const title = 'Medusa'
const password = 'a password for the benchmark'

type Product = { variants: { id: string }[]; sales_channels?: { id: string }[] }
type Lists = { data: { id: string; items?: unknown[] }[] }

export const medusa: Peer = {
  name: 'medusa',
  title,
  async open(url, { customers, key }) {
    if (!key)
      throw new Error('Medusa lets in who sends a publishable key: give --medusa-key or MEDUSA_PUBLISHABLE_KEY.')
    const store = { 'x-publishable-api-key': key }
    const { products } = await ask<{ products: Product[] }>(title, url, {
      path: '/store/products?limit=100&fields=id,*variants,*sales_channels',
      headers: store,
    })
    const variants = products.flatMap((product) => product.variants.map(({ id }) => id)).slice(0, 100)
    if (variants.length === 0) throw new Error('Medusa shows no product for this key: seed its catalog first.')
    const [channel] = products.flatMap((product) => product.sales_channels ?? [])
    const people = await inTurns(Array.from({ length: customers }), () => register(url, store))
    return openLists(url, people, variants, channel?.id ?? 'bench')
  },
}

type Headers = Record<string, string>

/** Creates a customer, signs in and returns the headers for its calls. */
async function register(url: URL, store: Headers): Promise<Headers> {
  const email = `bench-${randomUUID()}@shop.example`
  const as = ({ token }: { token: string }) => ({ ...store, authorization: `Bearer ${token}` })
  const body = { email, password }
  const registered = await ask<{ token: string }>(title, url, { path: '/auth/customer/emailpass/register', body })
  await ask(title, url, { path: '/store/customers', headers: as(registered), body: { email } })
  return as(await ask<{ token: string }>(title, url, { path: '/auth/customer/emailpass', body }))
}

function openLists(url: URL, people: Headers[], variants: string[], channel: string): Opened {
  const known = new Set<string>()
  const createList = async (headers: Headers) => {
    const body = { name: 'Bench', sales_channel_id: channel }
    const { id } = await ask<{ id: string }>(title, url, { path: '/store/wishlists', headers, body })
    if (known.has(id)) throw new Error('Medusa gives a customer one list: allow several in the settings of its plugin.')
    known.add(id)
    return (variant: string): Ask => ({
      path: `/store/wishlists/${id}/add-item`,
      headers,
      body: { product_variant_id: variant },
    })
  }
  const listsPath = '/store/wishlists?limit=10'
  return {
    url,
    async prepareAdds(count) {
      const wanted = Math.max(people.length, Math.ceil(count / variants.length))
      const owners = Array.from({ length: wanted }, (_, place) => people[place % people.length]!)
      const lists = await inTurns(owners, createList)
      return eachOnce(variants.flatMap((variant) => lists.map((add) => writeAsk(url, add(variant)))))
    },
    async prepareFetches() {
      await inTurns(people, async (headers) => {
        for (let list = 0; list < 10; list++) {
          const add = await createList(headers)
          for (const variant of variants.slice(0, 10)) await ask(title, url, add(variant))
        }
      })
      const { data } = await ask<Lists>(title, url, { path: listsPath, headers: people[0]! })
      const items = data.reduce((sum, list) => sum + (list.items?.length ?? 0), 0)
      const requests = people.map((headers) => writeAsk(url, { path: listsPath, headers }))
      return {
        next: () => requests[Math.floor(Math.random() * requests.length)]!,
        says: `${data.length} lists with ${items} items in all`,
      }
    },
  }
}
