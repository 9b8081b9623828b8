/** The attacked shop: the running server with alerts, two stores, a victim, an attacker, a staff member and a mail server. */
import { setTimeout as pause } from 'node:timers/promises'
import { readSecret } from '../../../../packages/server/src/cli/settings/secret.ts'
import type { Database } from '../../../../packages/server/src/database/connect.ts'
import { storePrefix } from '../../../../packages/server/src/domain/secrets/ids.ts'
import { makeVault } from '../../../../packages/server/src/domain/secrets/vault.ts'
import { parseSettings } from '../../../../packages/server/src/domain/settings/settings.ts'
import { makeSignInLink } from '../../../../packages/server/src/domain/staff/sign-in.ts'
import { createStore, type NewStore, type Store } from '../../../../packages/server/src/domain/stores/stores.ts'
import { openShop } from '../../../setup/shop.ts'
import { type Mail, openPost } from './received-mail.ts'

export type Fields = Record<string, string>
export type Reply = {
  status: number
  text: string
  headers: Headers
  json(): unknown
}
export type Tokens = { regid: string; sessionid: string }
export type Call = { method?: string; fields?: Fields; body?: string | Uint8Array; headers?: Record<string, string> }

export type World = {
  sql: Database
  url: URL
  store: Store
  keys: NewStore
  other: NewStore
  victim: Tokens
  eve: Tokens
  /** A private list of the victim. */
  lid: string
  mails: Mail[]
  /** How many of the next recipients the mail server refuses temporarily. */
  turnAway(count: number): void
  call(path: string, call?: Call): Promise<Reply>
  admin(path: string, fields: Fields, keys?: NewStore, method?: string): Promise<Reply>
  shopper(path: string, who: Partial<Tokens>, fields?: Fields, keys?: NewStore): Promise<Reply>
  identify(fields: Fields, keys?: NewStore): Promise<Tokens>
  /** A dashboard call by the operator. */
  staff(path: string, call?: Call): Promise<Reply>
  /** A sold-out product with subscribers. */
  sellOut(variantId: string, title: string, waiting?: string[]): Promise<void>
  stock(variantId: string, units: number): Promise<void>
  mailsTo(address: string): Mail[]
  close(): Promise<void>
}

/** Only the victim's data contains it. */
export const canary = 'canary-5e2d'
export const script = `<script>alert("${canary}")</script>`

export async function until<T>(look: () => T | Promise<T>, seconds = 30): Promise<T> {
  for (const end = performance.now() + seconds * 1000; ; await pause(100)) {
    const found = await look()
    if (found || performance.now() > end) return found
  }
}

export async function openKnownWorld(more: Record<string, string> = {}): Promise<World> {
  const post = await openPost()
  const env = { HEARTBELL_MAIL_URL: `smtp://127.0.0.1:${post.port}?from=wishes@shop.example`, ...more }
  const shop = await openShop({ env })
  const { sql, keys, store } = shop
  const { url } = shop.server
  const call = async (path: string, { method, fields, body, headers = {} }: Call = {}): Promise<Reply> => {
    const content = body ?? (fields && new URLSearchParams(fields).toString())
    const type = fields && { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(new URL(path, url), {
      method: method ?? (content === undefined ? 'GET' : 'POST'),
      headers: { 'user-agent': 'known-faults', ...type, ...headers },
      redirect: 'manual',
      ...(content !== undefined && { body: content as string }),
    })
    const text = await answer.text()
    return { status: answer.status, text, headers: answer.headers, json: () => JSON.parse(text) }
  }
  const basic = ({ pid, apiKey }: NewStore) => `Basic ${Buffer.from(`${pid}:${apiKey}`).toString('base64')}`
  const admin: World['admin'] = (path, fields, of = keys, method = 'POST') =>
    call(`/storeadmin/${path}`, { method, fields, headers: { authorization: basic(of) } })
  const shopper: World['shopper'] = (path, who, fields = {}, of = keys) =>
    call(`/api/v3/${path}?pid=${encodeURIComponent(of.pid)}`, { fields: { ...who, ...fields } })
  const identify: World['identify'] = async (fields, of) =>
    (await admin('v3/user/generate-regid', { useragenttype: 'probe', ...fields }, of)).json() as never
  const vault = makeVault(await readSecret({ secret: undefined, data: shop.server.data }))
  const settings = parseSettings(['rate-key=off', 'rate-shopper=off', 'rate-address=off'])
  const other = await createStore(sql, vault, { name: 'Other', settings })
  const victim = await identify({ useremail: 'victim@shop.example' })
  const eve = await identify({ useremail: 'eve@shop.example' })
  const { lid } = (await shopper('lists/create', victim, { lname: `Mine ${canary}`, lnote: canary })).json() as {
    lid: string
  }
  const item = { epi: 101, empi: 101, du: 'https://shop.example/101', dt: canary, note: canary }
  await shopper('lists/update-ctx', victim, { lid, a: JSON.stringify([item]) })
  const cookie = await signIn(call, await makeSignInLink(sql))
  const staff: World['staff'] = (path, { headers, ...rest } = {}) =>
    call(`/dashboard/api${path.replace(':store', `stores/${storePrefix(store.storeId)}`)}`, {
      ...rest,
      headers: { cookie, 'x-heartbell': 'dashboard', ...headers },
    })
  const stock: World['stock'] = async (epi, stk) =>
    void (await admin('v3/catalog/stock', { items: JSON.stringify([{ epi, stk }]) }))
  const sellOut: World['sellOut'] = async (epi, dt, waiting = []) => {
    const product = { epi, empi: epi, du: `https://shop.example/${epi}`, dt, stk: 0, pr: 5 }
    await admin('v3/catalog/products', { products: JSON.stringify([product]) })
    for (const mediumvalue of waiting)
      await admin('bispa/subscriptions/create', {
        ...{ medium: 'email', mediumvalue, topics: '["backinstock"]' },
        products: JSON.stringify([{ epi, empi: epi, du: product.du }]),
      })
  }
  const mailsTo = (address: string) => post.mails.filter(({ to }) => to.includes(address))
  const close = async () => {
    await shop.close()
    await post.close()
  }
  return {
    ...{ sql, url, store, keys, other, victim, eve, lid, mails: post.mails, turnAway: post.turnAway },
    ...{ call, admin, shopper, identify, staff, sellOut, stock, mailsTo, close },
  }
}

async function signIn(call: World['call'], token: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-heartbell': 'dashboard' }
  const answer = await call('/dashboard/api/follow-link', { body: JSON.stringify({ token }), headers })
  return String(answer.headers.get('set-cookie')).split(';')[0]!
}
