/** A running server with a store, its catalog and as many shoppers with lists as a row needs. */
import { readSecret } from '../../packages/server/src/cli/settings/secret.ts'
import { connect, type Database } from '../../packages/server/src/database/connect.ts'
import { publicListId } from '../../packages/server/src/domain/secrets/ids.ts'
import { writeRegid, writeSession } from '../../packages/server/src/domain/secrets/tokens.ts'
import { makeVault } from '../../packages/server/src/domain/secrets/vault.ts'
import { parseSettings } from '../../packages/server/src/domain/settings/settings.ts'
import { identifyShopper, type Shopper } from '../../packages/server/src/domain/shoppers/shoppers.ts'
import { createStore, findStore, type NewStore, type Store } from '../../packages/server/src/domain/stores/stores.ts'
import { copyPattern, openDataFolder, type Server, type ServerOptions, startServer } from './server.ts'

export type Shop = {
  server: Server
  keys: NewStore
  sql: Database
  store: Store
  /** Stops the server, or the one that replaced it, and removes its data. */
  close(server?: Server): Promise<void>
}

/** A benchmark sends faster than any shopper. */
const unlimited = ['rate-key=off', 'rate-shopper=off', 'rate-address=off']

/** `data`: an existing empty folder, which stays. */
export async function openShop({ data: given, ...options }: ServerOptions & { data?: string } = {}): Promise<Shop> {
  const { data, remove } = given ? { data: given, remove: async () => {} } : await openDataFolder()
  await copyPattern(data)
  const server = await startServer(data, options)
  const stall = await openStall(server, 'Bench').catch(async (error) => {
    await server.end()
    await remove()
    throw error
  })
  const close = async (running = server) => {
    await stall.close()
    await running.end()
    await remove()
  }
  return { ...stall, close }
}

/** Another store in the same server, so that quick runs start only one. Closing it leaves the server running. */
export const openBeside = ({ server }: Shop): Promise<Shop> => openStall(server, 'Beside')

/** For a row that needs its own server; in quick runs it gets a store beside others. */
export const openOwn = (given: Shop, isHurry: boolean): Promise<Shop> =>
  isHurry ? openBeside(given) : openShop({ flags: ['--no-alerts'] })

async function openStall(server: Server, name: string): Promise<Shop> {
  const sql = connect({ url: server.databaseUrl, connections: 1, name: 'heartbell bench' })
  const close = () => sql.end({ timeout: 1 })
  try {
    const vault = makeVault(await readSecret({ secret: undefined, data: server.data }))
    const keys = await createStore(sql, vault, { name, settings: parseSettings(unlimited) })
    return { server, keys, sql, store: (await findStore(sql, vault, keys.pid))!, close }
  } catch (error) {
    await close()
    throw error
  }
}

export const catalogSize = 10_000

export async function seedCatalog(sql: Database, { storeId }: Store): Promise<void> {
  await sql`
    insert into variants (
      store_id, variant_id, product_id, url, title, brand, sku, variant_info, image_url, price, currency, stock
    )
    select ${storeId}, n::text, (n / 4)::text, 'https://shop.example/products/' || n, 'Linen shirt no. ' || n,
      'Fern & Field', 'FF-' || n, 'Moss green / M', 'https://cdn.shop.example/images/' || n || '.jpg',
      n % 200 + 0.95, 'EUR', n % 7
    from generate_series(1, ${catalogSize}) n`
}

/**
 * Numbers of shoppers and lists. Their ids end in the number, so that pgbench, which computes only numbers, can build any id:
 * 'prefix' || number.
 */
export const shopperPrefix = '00000000-0000-7000-8000-'
export const listPrefix = '00000000-0000-7000-9000-'
export const firstNumber = 100_000_000_000

export type Crowd = { first: number; shoppers: number; lists: number; items: number }

/** Shoppers from `first` on, each with the given lists and items. List numbers start at ten times the shopper's number. */
export async function seedCrowd(sql: Database, { storeId }: Store, crowd: Crowd): Promise<void> {
  const { first, shoppers, lists, items } = crowd
  await sql`
    insert into shoppers (store_id, shopper_id)
    select ${storeId}, (${shopperPrefix} || n)::uuid
    from generate_series(${first}::bigint, ${first + shoppers - 1}::bigint) n`
  await sql`
    insert into lists (store_id, list_id, shopper_id, name, item_count)
    select ${storeId}, (${listPrefix} || ((n - ${firstNumber}) * 10 + list + ${firstNumber}))::uuid,
      (${shopperPrefix} || n)::uuid, 'Wishlist ' || list, ${items}
    from generate_series(${first}::bigint, ${first + shoppers - 1}::bigint) n
    cross join generate_series(0, ${lists - 1}::int) list`
  await sql`
    insert into items (store_id, list_id, variant_id, product_id, item_id, url, title, price, created_at)
    select ${storeId}, (${listPrefix} || ((n - ${firstNumber}) * 10 + list + ${firstNumber}))::uuid,
      variant::text, (variant / 4)::text, gen_random_uuid(), 'https://shop.example/products/' || variant,
      'Linen shirt no. ' || variant, variant % 200 + 0.95, now() - item * interval '1 hour'
    from generate_series(${first}::bigint, ${first + shoppers - 1}::bigint) n
    cross join generate_series(0, ${lists - 1}::int) list
    cross join generate_series(0, ${items - 1}::int) item
    cross join lateral (select (n * 31 + list * 17 + item) % ${catalogSize} + 1 as variant) v`
  await sql`analyze shoppers, lists, items, variants`
}

/** The tokens that such a shopper would have. */
export function tokensOf({ tokenKey }: Store, number: number): { regid: string; sessionid: string } {
  const shopperId = shopperPrefix + number
  return {
    regid: writeRegid(tokenKey, { kind: 'guest', shopperId }),
    sessionid: writeSession(tokenKey, { shopperId, epoch: 0 }),
  }
}

export function shopperOf(store: Store, number: number): Shopper {
  const { regid, sessionid } = tokensOf(store, number)
  return identifyShopper(store, regid, sessionid)
}

export const listNumber = (shopper: number, list = 0) => (shopper - firstNumber) * 10 + list + firstNumber

export const listIdOf = ({ prefix }: Store, number: number) => publicListId(prefix, listPrefix + number)
