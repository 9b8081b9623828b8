/**
 * A store that causes as much load as possible: copies, deletes and merges large lists, locks rows, runs endless templates, until
 * told to stop.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Database } from '../../../packages/server/src/database/connect.ts'
import { publicListId } from '../../../packages/server/src/domain/secrets/ids.ts'
import { accountId, guestId, writeRegid, writeSession } from '../../../packages/server/src/domain/secrets/tokens.ts'
import type { NewStore, Store } from '../../../packages/server/src/domain/stores/stores.ts'

export type Noise = { done: Record<string, number>; stop(): Promise<void> }

export type NoisyStore = { url: URL; databaseUrl: string; sql: Database; keys: NewStore; store: Store; items: number }

/** Milliseconds. */
const refusedPause = 50

type Owner = { shopperId: string; regid: string; sessionid: string }

const ownerOf = ({ tokenKey }: Store, shopperId: string, kind: 'guest' | 'account'): Owner => ({
  shopperId,
  regid: writeRegid(tokenKey, { kind, shopperId }),
  sessionid: writeSession(tokenKey, { shopperId, epoch: 0 }),
})

/** A list with its counts, as the service stores them; much faster than saving the items call by call. */
async function seedList({ sql, store }: NoisyStore, who: Owner, first: number, items: number): Promise<string> {
  const { storeId } = store
  const listId = randomUUID()
  await sql`insert into shoppers (store_id, shopper_id) values (${storeId}, ${who.shopperId}) on conflict do nothing`
  await sql`
    insert into lists (store_id, list_id, shopper_id, name, item_count)
    values (${storeId}, ${listId}, ${who.shopperId}, 'Wishes', ${items})`
  for (let at = first; at < first + items; at += 5_000)
    await sql`
      with item as (
        insert into items (store_id, list_id, variant_id, product_id, item_id, url, title)
        select ${storeId}, ${listId}, n, n, gen_random_uuid(), 'https://shop.example/products/' || n, 'Number ' || n
        from generate_series(${at}::integer, ${Math.min(at + 5_000, first + items) - 1}::integer) n
        returning product_id
      ),
      saver as (
        insert into product_savers (store_id, shopper_id, product_id, items, moved)
        select ${storeId}, ${who.shopperId}, product_id, 1, 1
        from item
        on conflict (store_id, shopper_id, product_id) do update
        set items = product_savers.items + 1
      )
      insert into product_counts (store_id, product_id, slot, savers)
      select ${storeId}, product_id, ('x' || left(${who.shopperId}::text, 1))::bit(4)::integer, 1
      from item
      on conflict (store_id, product_id, slot) do update
      set savers = product_counts.savers + 1`
  return publicListId(store.prefix, listId)
}

const loops =
  '{% for a in (1..900) %}{% for b in (1..900) %}{% for c in (1..900) %}.{% endfor %}{% endfor %}{% endfor %}'

/** `prepare` sets everything up; `start` may be called several times, one after another. */
export async function prepareNoise(noisy: NoisyStore): Promise<{ start(): Noise }> {
  const { url, keys, store, items } = noisy
  const authorization = `Basic ${Buffer.from(`${keys.pid}:${keys.apiKey}`).toString('base64')}`
  const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const reply = await fetch(new URL(path, url), { method: 'POST', headers, body: new URLSearchParams(fields) })
    const body = (await reply.json()) as Record<string, unknown>
    return { status: reply.status, body }
  }
  const shop = (path: string, { regid, sessionid }: Owner, fields: Record<string, string>) =>
    post(`/api/v3/lists/${path}?pid=${encodeURIComponent(keys.pid)}`, { regid, sessionid, ...fields })
  const admin = (path: string, fields: Record<string, string>) =>
    post(`/storeadmin/v3/${path}`, fields, { authorization, 'user-agent': 'faults' })

  const copier = ownerOf(store, guestId(store.tokenKey, randomUUID()), 'guest')
  const source = await seedList(noisy, copier, 0, items)
  const email = 'large@shop.example'
  const guest = ownerOf(store, guestId(store.tokenKey, randomUUID()), 'guest')
  const account = ownerOf(store, accountId(store.tokenKey, email), 'account')
  await seedList(noisy, guest, 0, Math.floor(items / 2))
  await seedList(noisy, account, Math.floor(items / 4), Math.floor(items / 2))
  const held = ownerOf(store, guestId(store.tokenKey, randomUUID()), 'guest')
  const heldList = await seedList(noisy, held, 0, 10)

  const start = (): Noise => {
    const done: Record<string, number> = { copies: 0, deletes: 0, merges: 0, undone: 0, waiting: 0, previews: 0 }
    let isStopped = false
    const count = async (what: string, { status }: { status: number }) => {
      if (status === 200) done[what]!++
      else done[`${what} ${status}`] = (done[`${what} ${status}`] ?? 0) + 1
      // Refused clients retry soon, long before the suggested time.
      if (status === 429 || status === 503) await pause(refusedPause)
    }
    const on = async (work: () => Promise<void>) => {
      while (!isStopped) await work()
    }
    const copyAndDelete = async () => {
      const made = await shop('create', copier, { lname: `Copy ${randomUUID().slice(0, 8)}`, fromlid: source })
      await count('copies', made)
      if (made.status === 200) await count('deletes', await shop('delete-list', copier, { lid: String(made.body.lid) }))
    }
    const mergeAndUndo = async () => {
      await count(
        'merges',
        await admin('user/guest-validate-sync', { regid: guest.regid, useremail: email, useragenttype: 'faults' }),
      )
      await count('undone', await admin('user/undo-merge', { regid: guest.regid }))
    }
    /** Like a client that disappears: a lock that is not released for a while. */
    const holdRow = async () => {
      const holder = connect({ url: noisy.databaseUrl, connections: 1, name: 'heartbell bench' })
      await holder
        .begin(async (sql) => {
          await sql`select from lists where store_id = ${store.storeId} and shopper_id = ${held.shopperId} for update`
          for (let waited = 0; waited < 4_000 && !isStopped; waited += 100)
            await new Promise((resolve) => setTimeout(resolve, 100))
        })
        .catch(() => undefined)
      await holder.end({ timeout: 1 })
    }
    const waitForRow = async () => {
      const a = JSON.stringify([{ epi: 1, empi: 1, du: 'https://shop.example/products/1' }])
      await count('waiting', await shop('update', held, { lid: heldList, lname: 'Held by somebody', a }))
    }
    const preview = async () =>
      await count('previews', await admin('templates/preview', { topic: 'backinstock', medium: 'email', html: loops }))
    const works = [
      copyAndDelete,
      mergeAndUndo,
      holdRow,
      ...Array.from({ length: 8 }, () => waitForRow),
      ...Array.from({ length: 3 }, () => preview),
    ]
    const all = works.map((work) => on(work))
    const stop = async () => {
      isStopped = true
      await Promise.all(all)
    }
    return { done, stop }
  }
  return { start }
}
