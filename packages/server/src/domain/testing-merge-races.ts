/** Merges that race with guests who add, make and delete lists at that very moment, and the ledger of what was acknowledged. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../database/connect.ts'
import { deleteList } from './lists.ts'
import { linkGuest } from './merges.ts'
import type { Store } from './stores.ts'
import { belongings, change, type Device, listOf, logIn, newDevice, product } from './testing-merges.ts'

export type RaceOutcome = {
  acknowledged: number
  refused: number
  lost: string[]
  doubled: string[]
  miscounted: string[]
}

type Ledger = { acknowledged: Set<string>; refused: number }

/**
 * Two devices add `adds` items each while both are merged into one account, each by two syncs at once; half of their lists
 * have a namesake there. `sql` does the acts and may pause; `plain` looks afterwards. A later sync fetches what came too late.
 */
export async function raceMerges(
  sql: Database,
  plain: Database,
  store: Store,
  { adds = 5, random, spread = 80 }: { adds?: number; random: () => number; spread?: number },
): Promise<RaceOutcome> {
  const account = await logIn(plain, store)
  if (random() < 0.5) await listOf(plain, account, 'Gifts', product('own'))
  const devices = [await newDevice(plain, store), await newDevice(plain, store)]
  const ledger: Ledger = { acknowledged: new Set(), refused: 0 }
  const acts = await Promise.all(
    devices.map(async (device, index) => {
      const listId = await listOf(plain, device, 'Gifts', product(`first-${index}`))
      ledger.acknowledged.add(`first-${index}`)
      const sync = () => linkGuest(sql, store, device.uuid, account.email)
      return [...adders(sql, device, listId, ledger, index, adds), makeList(sql, device, ledger, index), sync, sync]
    }),
  )
  await Promise.all(acts.flat().map((act) => soon<unknown>(act, random() * spread)))
  for (const { uuid } of devices) await linkGuest(plain, store, uuid, account.email)
  return await judge(plain, { ...account, store }, ledger)
}

/** A merge of many steps takes a while; what races with it comes at any moment of it. */
const soon = <Result>(act: () => Promise<Result>, millis: number): Promise<Result> => wait(millis).then(act)

/** One item a call. */
const adders = (sql: Database, who: Device, listId: string, ledger: Ledger, index: number, adds: number) =>
  Array.from({ length: adds }, (_, n) => () => {
    const variantId = `${index}-${n}`
    return record(ledger, [variantId], () => change(sql, who, listId, { add: [product(variantId)] }))
  })

/** A list made in between, which moves now or with the next sync. */
const makeList = (sql: Database, who: Device, ledger: Ledger, index: number) => async () => {
  const variantId = `new-${index}`
  await record(ledger, [variantId], () => listOf(sql, who, 'Made meanwhile', product(variantId)))
}

async function record(ledger: Ledger, variantIds: string[], act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
    for (const variantId of variantIds) ledger.acknowledged.add(variantId)
  } catch (error) {
    if ((error as { type?: string }).type !== 'unknown-list') throw error
    ledger.refused++
  }
}

async function judge(sql: Database, account: Parameters<typeof belongings>[1], ledger: Ledger): Promise<RaceOutcome> {
  const { lists } = await belongings(sql, account)
  const found = lists.flatMap(({ items }) => items.map(({ variant_id }) => variant_id as string))
  const doubled = found.filter((variantId, index) => found.indexOf(variantId) !== index)
  const lost = [...ledger.acknowledged].filter((variantId) => !found.includes(variantId))
  const miscounted = lists
    .filter(({ list, items }) => list.item_count !== items.length)
    .map(({ list }) => `${list.name}`)
  return { acknowledged: ledger.acknowledged.size, refused: ledger.refused, lost, doubled, miscounted }
}

/** One device deletes its list while it is merged: the list is gone, or it is the account's; never both, never neither. */
export async function raceDeletion(
  sql: Database,
  plain: Database,
  store: Store,
  { hasNamesake, delay }: { hasNamesake: boolean; delay: number },
) {
  const [device, account] = [await newDevice(plain, store), await logIn(plain, store)]
  if (hasNamesake) await listOf(plain, account, 'Gifts')
  const listId = await listOf(plain, device, 'Gifts', product(1), product(2))
  const [isDeleted] = await Promise.all([
    soon(() => deleteList(sql, device, listId), delay).then(
      () => true,
      () => false,
    ),
    linkGuest(sql, store, device.uuid, account.email),
  ])
  const { lists } = await belongings(plain, account)
  const { lists: left } = await belongings(plain, device)
  return { isDeleted, items: lists.flatMap(({ items }) => items).length, left: left.length }
}
