/** Vendure 3 with a wishlist plugin as its own guide describes it: one list per customer, over its shop API. */
import { randomUUID } from 'node:crypto'
import { type Ask, eachOnce, inTurns, type Opened, type Peer, writeAsk } from './peer.ts'

const title = 'Vendure'
const password = 'a password for the benchmark'

const variantsQuery = 'query { products(options: { take: 100 }) { items { variants { id } } } }'
const registerMutation =
  'mutation ($input: RegisterCustomerInput!) { registerCustomerAccount(input: $input) { __typename } }'
const loginMutation =
  'mutation ($name: String!, $password: String!) { login(username: $name, password: $password) { __typename } }'
const addMutation = 'mutation ($id: ID!) { addToWishlist(productVariantId: $id) { id productVariantId } }'
const removeMutation = 'mutation ($id: ID!) { removeFromWishlist(itemId: $id) { id } }'
/** The fields of each item on a wishlist page, as in our response: title, page, picture, price, stock. */
const fetchQuery =
  'query { activeCustomerWishlist { id createdAt productVariant { id name sku priceWithTax currencyCode stockLevel product { id slug featuredAsset { preview } } } } }'

type Headers = Record<string, string>
type Saved = { activeCustomerWishlist: { id: string }[] }

export const vendure: Peer = {
  name: 'vendure',
  title,
  async open(url, { customers }) {
    const { data } = await ask<{ products: { items: { variants: { id: string }[] }[] } }>(url, variantsQuery)
    const variants = data.products.items.flatMap((product) => product.variants.map(({ id }) => id)).slice(0, 100)
    if (variants.length === 0) throw new Error('Vendure shows no product: seed its catalog first.')
    const people = await inTurns(Array.from({ length: customers }), () => register(url))
    return openLists(url, people, variants)
  },
}

/** Checks both parts of a response: an error comes with status 200. */
async function ask<Data>(url: URL, query: string, variables = {}, headers: Headers = {}) {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await reply.text()
  const { data, errors } = reply.ok ? JSON.parse(text) : { data: null, errors: [{ message: text.slice(0, 300) }] }
  if (errors) throw new Error(`${title} answered ${reply.status}: ${errors[0].message}`)
  return { data: data as Data, headers: reply.headers }
}

/** Creates a customer, signs in and returns the headers for its calls. */
async function register(url: URL): Promise<Headers> {
  const emailAddress = `bench-${randomUUID()}@shop.example`
  const input = { emailAddress, password, firstName: 'Bench', lastName: 'Bench' }
  await ask(url, registerMutation, { input })
  type Login = { login: { __typename: string } }
  const { data, headers } = await ask<Login>(url, loginMutation, { name: emailAddress, password })
  const token = headers.get('vendure-auth-token')
  if (!token)
    throw new Error(
      `Vendure did not sign in a new customer (${data.login.__typename}): it needs requireVerification: false and tokenMethod 'bearer'.`,
    )
  return { authorization: `Bearer ${token}` }
}

function openLists(url: URL, people: Headers[], variants: string[]): Opened {
  const write = (query: string, variables: object, headers: Headers) =>
    writeAsk(url, { path: url.pathname, headers, body: { query, variables } } satisfies Ask)
  const empty = async (headers: Headers) => {
    const { data } = await ask<Saved>(url, fetchQuery, {}, headers)
    for (const { id } of data.activeCustomerWishlist) await ask(url, removeMutation, { id }, headers)
  }
  return {
    url,
    /** A customer has one list: what the last round added is removed. */
    async prepareAdds() {
      await inTurns(people, empty)
      return eachOnce(variants.flatMap((id) => people.map((headers) => write(addMutation, { id }, headers))))
    },
    async prepareFetches() {
      await inTurns(people, async (headers) => {
        for (const id of variants) await ask(url, addMutation, { id }, headers)
      })
      const { data } = await ask<Saved>(url, fetchQuery, {}, people[0]!)
      const requests = people.map((headers) => write(fetchQuery, {}, headers))
      return {
        next: () => requests[Math.floor(Math.random() * requests.length)]!,
        says: `one list with ${data.activeCustomerWishlist.length} items`,
      }
    },
  }
}
