/**
 * Other stores on the same installation: each has a product restocked from time to time, and the time until its shopper gets the
 * message is measured.
 */
import { startEngine } from '../../packages/server/src/alerts/engine.ts'
import { readSecret } from '../../packages/server/src/cli/settings/secret.ts'
import { connect, type Database } from '../../packages/server/src/database/connect.ts'
import { recordStock } from '../../packages/server/src/domain/catalog/stock.ts'
import { planDue } from '../../packages/server/src/domain/planning/plan.ts'
import { makeVault } from '../../packages/server/src/domain/secrets/vault.ts'
import { createStore, findStore, type Store } from '../../packages/server/src/domain/stores/stores.ts'
import { composeAlert } from '../../packages/server/src/letters/compose.ts'
import type { Shop } from '../setup/shop.ts'

const stores = 10
/** Products of each store, with one waiting shopper. */
const products = 50
const pause = 150

export type Delays = { told: number; missing: number; p50: number; p99: number }

/** Runs the engine, and restocks in one store after another until `work` is done. Returns how long each shopper waited. */
export async function delayMeanwhile(
  { server }: Shop,
  big: Store,
  work: (sql: Database) => Promise<void>,
): Promise<Delays> {
  const sql = connect({ url: server.databaseUrl, connections: 5, name: 'heartbell bench' })
  const vault = makeVault(await readSecret({ secret: undefined, data: server.data }))
  const neighbours: Store[] = []
  for (let n = 0; n < stores; n++) {
    const { pid } = await createStore(sql, vault, { name: `Neighbour ${n}`, settings: { pacing: 'everyone' } })
    neighbours.push((await findStore(sql, vault, pid))!)
  }
  for (const store of neighbours) await seedNeighbour(sql, store)
  const known = new Map([big, ...neighbours].map((store) => [store.pid, store]))
  const restocked = new Map<string, number>()
  const delays: number[] = []
  const send = async ({ recipient }: { recipient: string }) => {
    const since = restocked.get(recipient)
    if (since !== undefined) delays.push(performance.now() - since)
    restocked.delete(recipient)
    return { kind: 'sent' as const, providerId: recipient }
  }
  const engine = await startEngine(sql, {
    stores: { find: async (pid) => known.get(pid) ?? null },
    providers: { find: async () => ({ name: 'sink', channel: { send, close: () => undefined } }) },
    plan: planDue,
    compose: async (store, delivery) =>
      composeAlert(store, delivery, { publicUrl: 'https://wishes.example', now: new Date() }),
    warn: (sentence, error) => console.error(sentence, error),
  })
  let isDone = false
  const working = work(sql).finally(() => {
    isDone = true
  })
  for (let n = 0; !isDone && n < stores * products; n++) {
    const store = neighbours[n % stores]!
    const product = Math.floor(n / stores)
    restocked.set(addressOf(store, product), performance.now())
    await recordStock(sql, store, [{ variantId: `n${product}`, stock: 5 }], 'api')
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  await working
  for (let waited = 0; restocked.size > 0 && waited < 10_000; waited += 50)
    await new Promise((resolve) => setTimeout(resolve, 50))
  await engine.stop()
  await sql.end({ timeout: 1 })
  delays.sort((a, b) => a - b)
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? 0
  return { told: delays.length, missing: restocked.size, p50: at(0.5), p99: at(0.99) }
}

const addressOf = ({ storeId }: Store, product: number) => `n${product}@store${storeId}.example`

async function seedNeighbour(sql: Database, { storeId }: Store): Promise<void> {
  await sql`
    insert into variants (store_id, variant_id, product_id, url, title, stock, stock_at)
    select ${storeId}, 'n' || n, 'n' || n, 'https://shop.example/n', 'Awaited', 0, now() - interval '1 hour'
    from generate_series(0, ${products - 1}::integer) n`
  await sql`
    with agreed as (
      insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source)
      values (${storeId}, gen_random_uuid(), 'email', 'everybody', 'alert', true, '1', 'bench')
      returning consent_id
    )
    insert into subscriptions (store_id, subscription_id, medium, address, topic, variant_id, product_id, url, consent_id)
    select ${storeId}, gen_random_uuid(), 'email', 'n' || n || '@store' || ${storeId}::bigint || '.example', 'backinstock',
      'n' || n, 'n' || n, 'https://shop.example/n', consent_id
    from generate_series(0, ${products - 1}::integer) n
    cross join agreed`
}
