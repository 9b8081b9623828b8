/** Forged webhooks are refused; genuine ones are applied once, however often and late they arrive. */
import { readSecret } from '../../../packages/server/src/cli/settings/secret.ts'
import { seededRandom } from '../../../packages/server/src/database/testing/test-database.ts'
import { hookPath } from '../../../packages/server/src/domain/integrations/hook-addresses.ts'
import { connectIntegration } from '../../../packages/server/src/domain/integrations/integrations.ts'
import { signBody } from '../../../packages/server/src/domain/secrets/signatures.ts'
import { makeVault } from '../../../packages/server/src/domain/secrets/vault.ts'
import { createStore, findStore } from '../../../packages/server/src/domain/stores/stores.ts'
import {
  forge,
  levelMessages,
  productMessage,
  relabel,
  type Sent,
  shopDomain,
} from '../../../packages/server/src/hooks/testing/forgeries.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { takeShop } from '../writes/shared-shops.ts'

const secret = 'a-secret-of-the-platform'
const atOnce = 16

export const forgedHooks: FaultRow = {
  name: 'forged-hooks',
  what: 'forged webhooks are refused; genuine ones, repeated and reordered, change a figure once each',
  guards: {
    'skip-verify': 'a proxy signs every message that passes through it',
    'no-dedupe': 'a proxy gives each message a new id and a new time',
    'trust-labels': 'a proxy writes a body that fits the label of each relabelled message, and signs it',
  },
  async run({ seed, guard, size }) {
    const since = Date.now()
    const forged = size('hooks', 30_000, 300)
    const found = await runHooks({ forged, variants: Math.ceil(forged / 100), seed, guard })
    const failed = found.accepted + found.acted + found.wrong + found.refused
    const detail = [
      `${forged} forged, ${found.accepted} accepted; ${found.genuine} genuine sent, ${found.refused} refused`,
      `${found.relabelled} signed and relabelled, ${found.acted} acted`,
      `${found.moves} transitions, ${found.wrong} variants wrong`,
      secondsSince(since),
    ].join('; ')
    const holds = failed === 0 && found.moves > 0
    return { name: 'forged-hooks', value: failed, unit: 'accepted or wrong', bar: '0', holds, detail }
  },
}

type HookRun = { forged: number; variants: number; seed: number; guard: string | undefined }
const steps = 4

async function runHooks({ forged, variants, seed, guard }: HookRun) {
  const shop = await takeShop('serving')
  const { sql, store } = shop
  const vault = makeVault(await readSecret({ secret: undefined, data: shop.server.data }))
  const random = seededRandom(seed)
  const send = async ({ path, body, headers }: Sent) => {
    const all = { 'content-type': 'application/json', ...headers }
    const reply = await fetch(new URL(path, shop.server.url), { method: 'POST', body, headers: all })
    await reply.arrayBuffer()
    return reply.status
  }
  try {
    const connect = async (kind: string, values: Record<string, string>, of = store) =>
      hookPath(await connectIntegration(sql, vault, of, { kind, values }))
    const stranger = (await findStore(sql, vault, (await createStore(sql, vault, { name: 'Other' })).pid))!
    const paths = {
      shopify: await connect('shopify', { shop: shopDomain, 'client-secret': secret }),
      woocommerce: await connect('woocommerce', { 'webhook-secret': secret }),
      bigcommerce: await connect('bigcommerce', { 'client-secret': secret, 'store-hash': 'abcde' }),
      other: await connect('shopify', { shop: shopDomain, 'client-secret': 'another' }, stranger),
    }
    const settled = async () => {
      for (;;) {
        const [left] =
          await sql`select count(*) as n from inbound_messages where store_id = ${store.storeId} and status = 'due'`
        if (left!.n === 0) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    let accepted = 0
    await each(forged, async (number) => {
      const forgery = forge(paths, number, { secret, random, now: Date.now() })
      const status = await send(guard === 'skip-verify' ? resigned(forgery, paths.shopify) : forgery)
      if (status !== 401) accepted++
    })
    const genuine = { variants, steps, random, secret, path: paths.shopify }
    let refused = 0
    const deliver = async (message: Sent) => {
      if ((await send(guard === 'no-dedupe' ? renewed(message) : message)) !== 200) refused++
    }
    await each(variants, (number) => deliver(productMessage(number + 1, genuine)))
    await settled()
    const relabelled = Math.ceil(forged / 10)
    let acted = 0
    await each(relabelled, async (number) => {
      const { refused, ...message } = relabel(paths, number, { secret, random, now: Date.now() })
      const status = await send(guard === 'trust-labels' ? fitting(message) : message)
      if (refused && status !== 401) acted++
    })
    await settled()
    const [done] = await sql`
      select (select count(*) from redactions where store_id = ${store.storeId})
        + (select count(*) from subject_exports where store_id = ${store.storeId})
        + (select count(*) from integrations where store_id = ${store.storeId} and not enabled)
        + (select count(*) from variants where store_id = ${store.storeId} and deleted_at is not null) as acts`
    acted += Number(done!.acts)
    const messages = levelMessages(genuine)
    await each(messages.length, (number) => deliver(messages[number]!))
    await settled()
    const [count] = await sql`
      with moved as (
        select variant_id, count(*) as moves, count(distinct stock_after) as figures
        from stock_moves
        where store_id = ${store.storeId}
        group by variant_id
      )
      select coalesce(sum(moves), 0)::integer as moves,
        count(*) filter (where moves <> figures or stock is distinct from ${steps * 10})::integer as wrong
      from variants
      join moved using (variant_id)
      where store_id = ${store.storeId}
        and title = 'Genuine'`
    const [moves, wrong] = [count!.moves as number, count!.wrong as number]
    return { accepted, refused, relabelled, acted, genuine: messages.length, moves, wrong }
  } finally {
    await shop.close()
  }
}

async function each(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

function resigned({ body }: Sent, path: string): Sent {
  return {
    path,
    body,
    headers: {
      'x-shopify-topic': 'products/update',
      'x-shopify-shop-domain': shopDomain,
      'x-shopify-hmac-sha256': signBody(secret, Buffer.from(body)),
    },
  }
}

/** Replaces the body by one that fits the topic, as if the server did not check that body and topic match. */
function fitting({ path, body, headers }: Sent): Sent {
  if (headers['x-shopify-topic'] !== 'customers/redact') return { path, body, headers }
  const customer = { id: 1, email: 'kept@shop.example' }
  const fits = JSON.stringify({ shop_id: 1, shop_domain: shopDomain, customer, orders_to_redact: [] })
  return { path, body: fits, headers: { ...headers, 'x-shopify-hmac-sha256': signBody(secret, Buffer.from(fits)) } }
}

let renewals = 0

function renewed({ path, body, headers }: Sent): Sent {
  const time = new Date(Date.UTC(2026, 6, 1) + ++renewals * 1000).toISOString()
  const changed = JSON.stringify({ ...JSON.parse(body), updated_at: time })
  const signature = signBody(secret, Buffer.from(changed))
  return {
    path,
    body: changed,
    headers: { ...headers, 'x-shopify-event-id': `renewed-${renewals}`, 'x-shopify-hmac-sha256': signature },
  }
}
