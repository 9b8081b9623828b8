/** For tests of merges: a store with devices and accounts, and all rows of a shopper. */
import { randomUUID } from 'node:crypto'
import type { NewItem } from '@heartbell/contract/items'
import type { Database } from '../../../database/connect.ts'
import { openTestDatabase } from '../../../database/testing/test-database.ts'
import { changeItems, type ItemChanges } from '../../items/items.ts'
import { createList, fetchLists, type NewList } from '../../lists/lists.ts'
import { readListId } from '../../secrets/ids.ts'
import { makeVault } from '../../secrets/vault.ts'
import {
  type Identity,
  identifyAccount,
  identifyGuest,
  identifyShopper,
  type Shopper,
} from '../../shoppers/shoppers.ts'
import { createStore, findStore, type Store } from '../../stores/stores.ts'
import { linkGuest } from '../merges.ts'
import { undoMerge } from '../undo-merge.ts'

export type Device = Shopper & { uuid: string; identity: Identity }

export type MergeTest = {
  sql: Database
  url: string
  store: Store
  newStore(): Promise<Store>
  close(): Promise<void>
}

const vault = makeVault('a secret for tests')

export async function openMergeTest(options: { connections?: number } = {}): Promise<MergeTest> {
  const { sql, url, close } = await openTestDatabase(options)
  const newStore = async () => {
    const { pid } = await createStore(sql, vault, { name: 'Test store' })
    return (await findStore(sql, vault, pid))!
  }
  return { sql, url, store: await newStore(), newStore, close }
}

/** A device on which no shopper has logged in. */
export async function newDevice(sql: Database, store: Store, uuid: string = randomUUID()): Promise<Device> {
  const identity = await identifyGuest(sql, store, uuid)
  return { ...identifyShopper(store, identity.regid, identity.sessionId), uuid, identity }
}

/** A logged-in shopper with a session of the account itself. */
export async function logIn(sql: Database, store: Store, email: string = `${randomUUID()}@shop.example`) {
  const identity = await identifyAccount(sql, store, email)
  return { ...identifyShopper(store, identity.regid, identity.sessionId), email, identity }
}

/** A device and an account that are not linked yet. */
export async function strangers({ sql, store }: MergeTest) {
  return { sql, store, guest: await newDevice(sql, store), account: await logIn(sql, store) }
}

export type Strangers = Awaited<ReturnType<typeof strangers>>

export const link = ({ sql, store, guest, account }: Strangers) => linkGuest(sql, store, guest.uuid, account.email)
export const undo = ({ sql, store, guest }: Strangers) => undoMerge(sql, store, guest.shopperId)

/** The account with the guest's session, which is valid while the two are linked. */
export const withGuestSession = ({ store, guest, account }: Strangers) =>
  identifyShopper(store, account.identity.regid, guest.identity.sessionId)

/** The contents of a shopper's lists: variant and quantity by list, in order. */
export async function contents(sql: Database, who: Shopper): Promise<Record<string, string[]>> {
  const lists: { lname: string; listcontents: { epi: number; qty: number }[] }[] = JSON.parse(
    await fetchLists(sql, who, {}),
  )
  return Object.fromEntries(
    lists.map(({ lname, listcontents }) => [lname, listcontents.map(({ epi, qty }) => `${epi} × ${qty}`).sort()]),
  )
}

export const product = (n: number | string, more: Partial<NewItem> = {}): NewItem =>
  ({
    custom: false,
    variantId: String(n),
    productId: `p${n}`,
    url: `https://shop.example/products/${n}`,
    ...more,
  }) as NewItem

/** The public id of a new list with these items. */
export async function listOf(
  sql: Database,
  who: Shopper,
  what: string | NewList,
  ...items: NewItem[]
): Promise<string> {
  const { record } = await createList(sql, who, typeof what === 'string' ? { name: what } : what)
  const { lid } = JSON.parse(record)
  if (items.length > 0) await change(sql, who, lid, { add: items })
  return lid
}

export async function change(sql: Database, who: Shopper, publicId: string, what: Partial<ItemChanges>) {
  const done = await changeItems(sql, who, publicId, { add: [], update: [], remove: [], ...what })
  return { add: JSON.parse(done.add), update: JSON.parse(done.update), remove: JSON.parse(done.remove) }
}

export const innerId = (store: Store, publicId: string) => readListId(store.prefix, publicId)!

/** Sets when an item was saved and last changed. */
export async function setTimes(
  sql: Database,
  store: Store,
  publicId: string,
  variantId: string,
  { createdAt, updatedAt }: { createdAt: string; updatedAt: string },
): Promise<void> {
  await sql`
    update items
    set created_at = ${createdAt},
        updated_at = ${updatedAt}
    where store_id = ${store.storeId}
      and list_id = ${innerId(store, publicId)}
      and variant_id = ${variantId}`
}

type Row = Record<string, unknown>

/** Whole rows, so that a test sees every change, with a list's aliases and a shopper's alerts. */
export async function belongings(sql: Database, { store, shopperId }: Pick<Shopper, 'store' | 'shopperId'>) {
  const lists = await sql<{ list: Row; items: Row[]; aliases: string[] }[]>`
    select to_jsonb(list) as list,
      (
        select coalesce(jsonb_agg(to_jsonb(item) order by item.variant_id), '[]')
        from items item
        where item.store_id = list.store_id
          and item.list_id = list.list_id
      ) as items,
      (
        select coalesce(jsonb_agg(alias.alias_id order by alias.alias_id), '[]')
        from list_aliases alias
        where alias.store_id = list.store_id
          and alias.list_id = list.list_id
      ) as aliases
    from lists list
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}
    order by created_at, list_id`
  const alerts = await sql<{ alert: Row }[]>`
    select to_jsonb(subscription) as alert
    from subscriptions subscription
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}
    order by subscription_id`
  return { lists: [...lists], alerts: [...alerts] }
}

export async function subscribe(sql: Database, who: Shopper, n: number): Promise<string> {
  const id = randomUUID()
  const { storeId } = who.store
  await sql`
    insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source)
    values (${storeId}, ${id}, 'email', ${`${id}@shop.example`}, 'alert', true, '1', 'test')`
  await sql`
    insert into subscriptions (
      store_id, subscription_id, medium, address, topic, variant_id, product_id, url, shopper_id, consent_id
    )
    values (
      ${storeId}, ${id}, 'email', ${`${id}@shop.example`}, 'backinstock', ${String(n)}, ${`p${n}`}, '/x', ${who.shopperId}, ${id}
    )`
  return id
}
