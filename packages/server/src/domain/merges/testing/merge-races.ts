/** Merges that race with guests who add items and create and delete lists, and a ledger of the acknowledged calls. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../database/connect.ts'
import { deleteList } from '../../lists/lists.ts'
import type { Shopper } from '../../shoppers/shoppers.ts'
import type { Store } from '../../stores/stores.ts'
import { linkGuest } from '../merges.ts'
import { belongings, change, type Device, listOf, logIn, newDevice, product } from './guests-and-accounts.ts'

export type RaceOutcome = {
  acknowledged: number
  refused: number
  lost: string[]
  doubled: string[]
  miscounted: string[]
  /** Lists that should have become one. */
  namesakes: string[]
}

type Ledger = { acknowledged: Set<string>; refused: number; isOver: boolean }

/**
 * Two devices add items one by one while both are merged into one account, each by two concurrent syncs; half of the
 * accounts have a list of that name. `sql` runs the actions and may pause; `plain` reads afterwards. A last sync merges
 * what came too late.
 */
export async function raceMerges(
  sql: Database,
  plain: Database,
  store: Store,
  random: () => number,
): Promise<RaceOutcome> {
  const account = await logIn(plain, store)
  if (random() < 0.5) await listOf(plain, account, 'Gifts', product('own'))
  const devices = [await newDevice(plain, store), await newDevice(plain, store)]
  const ledger: Ledger = { acknowledged: new Set(), refused: 0, isOver: false }
  const lists = await Promise.all(devices.map((device) => listOf(plain, device, 'Gifts')))
  const syncs = devices.flatMap(({ uuid }) => [uuid, uuid]).map((uuid) => linkGuest(sql, store, uuid, account.email))
  const adds = devices.flatMap((device, index) => [
    addOnAndOn(sql, device, account, lists[index]!, ledger, `${index}`),
    makeList(sql, device, ledger, `new-${index}`),
  ])
  // The first failure ends the race; later failures do not matter, and some calls may never return.
  for (const act of [...syncs, ...adds]) act.catch(() => {})
  await Promise.all(syncs).finally(() => {
    ledger.isOver = true
  })
  await Promise.all(adds)
  for (const { uuid } of devices) await linkGuest(plain, store, uuid, account.email)
  return await judge(plain, account, ledger)
}

/** Adds as a guest and, after the list has moved, for the account with the guest's old session and list id. */
async function addOnAndOn(
  sql: Database,
  device: Device,
  account: Shopper,
  listId: string,
  ledger: Ledger,
  prefix: string,
): Promise<void> {
  const faces = [device, { ...account, session: device.session, deviceId: device.deviceId }]
  for (let count = 0; !ledger.isOver; count++) {
    for (const face of faces) {
      const variantId = `${prefix}-${count}-${face.kind}`
      await record(ledger, variantId, () => change(sql, face, listId, { add: [product(variantId)] }))
    }
  }
}

/** Creates a list during the race; it moves now or with the next sync. */
const makeList = (sql: Database, who: Device, ledger: Ledger, variantId: string) =>
  record(ledger, variantId, () => listOf(sql, who, 'Made meanwhile', product(variantId)))

async function record(ledger: Ledger, variantId: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
    ledger.acknowledged.add(variantId)
  } catch (error) {
    const { type = '' } = error as { type?: string }
    if (!['unknown-list', 'invalid-session'].includes(type)) throw error
    ledger.refused++
  }
}

async function judge(sql: Database, account: Shopper, ledger: Ledger): Promise<RaceOutcome> {
  const { lists } = await belongings(sql, account)
  const found = lists.flatMap(({ items }) => items.map(({ variant_id }) => variant_id as string))
  const names = lists.map(({ list }) => list.name as string)
  const twice = (texts: string[]) => texts.filter((text, index) => texts.indexOf(text) !== index)
  return {
    acknowledged: ledger.acknowledged.size,
    refused: ledger.refused,
    lost: [...ledger.acknowledged].filter((variantId) => !found.includes(variantId)),
    doubled: twice(found),
    miscounted: lists.filter(({ list, items }) => list.item_count !== items.length).map(({ list }) => `${list.name}`),
    namesakes: twice(names),
  }
}

/** One device deletes its list while it is merged: the list is deleted, or it is the account's; never both, never neither. */
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
    wait(delay)
      .then(() => deleteList(sql, device, listId))
      .then(
        () => true,
        () => false,
      ),
    linkGuest(sql, store, device.uuid, account.email),
  ])
  const { lists } = await belongings(plain, account)
  const { lists: left } = await belongings(plain, device)
  return { isDeleted, items: lists.flatMap(({ items }) => items).length, left: left.length }
}
