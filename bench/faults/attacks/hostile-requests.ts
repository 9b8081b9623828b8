/** A store whose every text is hostile, with a shared list and subscribers: its pages and links must escape all of it. */

import type { Database } from '../../../packages/server/src/database/connect.ts'
import * as links from '../../../packages/server/src/domain/shoppers/links.ts'
import type { NewStore, Store } from '../../../packages/server/src/domain/stores/stores.ts'
import type { Seen } from '../../../test/fuzz/schema-values.ts'
import { form } from '../../setup/load.ts'

/** Runs wherever it is shown unescaped. */
export const markup = `"><img src=x onerror=alert(1)>`

type Keys = Pick<NewStore, 'pid' | 'apiKey'>

/** Calls that must succeed before the attack begins. */
export const makeAsk = (url: URL) => async (keys: Keys, path: string, fields: Record<string, string>) => {
  const target = new URL(`${path}?pid=${encodeURIComponent(keys.pid)}`, url)
  const authorization = `Basic ${Buffer.from(`${keys.pid}:${keys.apiKey}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'faults' }
  const reply = await fetch(target, { method: 'POST', headers, body: form(fields) })
  const body = await reply.text()
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${body.slice(0, 300)}`)
  return JSON.parse(body)
}

const month = 30 * 24 * 3_600_000

export async function fillHostileStore(
  sql: Database,
  url: URL,
  { keys, store }: { keys: Keys; store: Store },
): Promise<Seen> {
  const ask = makeAsk(url)
  const products = [1, 2, 3].map((epi) => ({
    ...{
      epi,
      empi: 1,
      du: 'https://shop.example/p/1',
      dt: `${markup} ${epi}`,
      vi: markup,
      bt: markup,
      stk: 0,
      pr: 9.5,
    },
    iu: `https://cdn.shop.example/${encodeURIComponent(markup)}`,
  }))
  await ask(keys, '/storeadmin/v3/catalog/products', { products: JSON.stringify(products) })
  const name = { useremail: 'sharer@shop.example', useragenttype: 'faults', firstname: markup }
  const { regid, sessionid } = await ask(keys, '/storeadmin/v3/user/generate-regid', name)
  const { lid } = await ask(keys, '/api/v3/lists/create', { regid, sessionid, lname: `${markup} mine` })
  const items = JSON.stringify(products.map(({ epi, empi, du, dt, pr }) => ({ epi, empi, du, dt, pr, note: markup })))
  await ask(keys, '/api/v3/lists/update-ctx', { regid, sessionid, lid, a: items })
  await ask(keys, '/api/v3/lists/markPublic', { regid, sessionid, lid })
  for (const n of [1, 2, 3])
    await ask(keys, '/storeadmin/bispa/subscriptions/create', {
      ...{ medium: 'email', mediumvalue: `waiting${n}@shop.example`, topics: '["backinstock"]' },
      products: JSON.stringify([{ epi: n, empi: 1, du: 'https://shop.example/p/1' }]),
    })
  const waiting = await sql<links.SentTo[]>`
    select subscription_id, address
    from subscriptions
    where store_id = ${store.storeId}`
  const consents = await sql<{ consentId: string }[]>`
    select consent_id
    from consents
    where store_id = ${store.storeId}`
  const ids = waiting.map(({ subscriptionId }) => subscriptionId)
  const until = new Date(Date.now() + month)
  const claim = (subscriptionId: string) => ({ subscriptionId, triggerTail: '00000000' })
  const read = async (path: string) => await (await fetch(new URL(path, url))).text()
  const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one!)
  const manifest = JSON.parse(await read('/client/latest/manifest.json'))
  const goods = await read('/demo/goods.json')
  return new Map([
    ['/u/:link link', waiting.map((to) => links.writeUnsubscribe(store, to))],
    ['/c/:link link', ids.map((id) => links.writeClick(store, claim(id)))],
    [
      '/alerts/:link link',
      [0, month * 2].flatMap((ago) =>
        waiting.map((to) => links.writeAlerts(store, { ...to, until: new Date(until.getTime() - ago) })),
      ),
    ],
    ['/alerts/confirm/:link link', consents.map(({ consentId }) => links.writeConfirm(store, consentId))],
    ['list', [lid]],
    ['store', [store.prefix, store.pid]],
    ['alert', ids],
    ['variant', ['1', '2', '3']],
    ['version', [manifest.version, 'latest']],
    ['/client/:version/:file file', [...Object.keys(manifest.files), 'manifest.json']],
    ['/dashboard/assets/:file file', found(await read('/dashboard'), /assets\/([\w.-]+)/g)],
    ['handle', found(goods, /"\/demo\/products\/([\w-]+)"/g)],
    ['picture', found(goods, /"\/demo\/pictures\/([\w.-]+)"/g)],
    ['key', found(await read('/demo/mail'), /"key":"([^"]+)"/g)],
  ])
}
