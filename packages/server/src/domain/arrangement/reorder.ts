/** Puts items of a list in another order. Additions at the same time wait for the list's lock, and come first in any order. */
import { unknownItem } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import type { ItemsJson } from '../items/item-record.ts'
import { lockList } from '../items/items.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { readItemRecords, touchList } from './arranged-list.ts'
import { findNeighbour, type PlacedVariant, placeBetween, readPlaces, savePlaces, spreadPlaces } from './own-order.ts'

/** `spread`: how many rows the call wrote to make room. */
export type Reordered = { items: ItemsJson; spread: number }

/** The items share the places that they have now, in the order of `variantIds`; the others stay where they are. */
export async function reorderItems(
  sql: Database,
  who: Shopper,
  publicId: string,
  variantIds: string[],
): Promise<Reordered> {
  return await transaction(sql, async (sql) => {
    const listId = await lockList(sql, who, publicId)
    const { places, spread } = await readDistinctPlaces(sql, who, listId, variantIds)
    await savePlaces(sql, who, listId, new Map(variantIds.map((id, index) => [id, places[index]!.place])))
    await touchList(sql, who, listId)
    return { items: await readItemRecords(sql, who, listId, variantIds), spread }
  })
}

/** In the order of the list, each place once; the list is spread where two items have the same. */
async function readDistinctPlaces(
  sql: Sql,
  who: Shopper,
  listId: string,
  variantIds: string[],
): Promise<{ places: PlacedVariant[]; spread: number }> {
  const placed = await readPlaces(sql, who, listId, variantIds)
  requireAll(placed, variantIds)
  if (placed.every(({ place }, index) => index === 0 || place > placed[index - 1]!.place))
    return { places: placed, spread: 0 }
  const spread = await spreadPlaces(sql, who, listId)
  return { places: await readPlaces(sql, who, listId, variantIds), spread }
}

function requireAll(placed: PlacedVariant[], variantIds: string[]): void {
  const found = new Set(placed.map(({ variantId }) => variantId))
  const missing = variantIds.find((id) => !found.has(id))
  if (missing !== undefined) throw unknownItem(missing)
}

export type ItemMove = { variantId: string; beside: string; side: 'before' | 'after' }

/** Moves one item beside another one and writes only this item, unless there is no room between its neighbours. */
export async function moveItemBeside(
  sql: Database,
  who: Shopper,
  publicId: string,
  what: ItemMove,
): Promise<Reordered> {
  return await transaction(sql, async (sql) => {
    const listId = await lockList(sql, who, publicId)
    let place = await findPlace(sql, who, listId, what)
    let spread = 0
    if (place === null) {
      spread = await spreadPlaces(sql, who, listId)
      place = (await findPlace(sql, who, listId, what))!
    }
    await savePlaces(sql, who, listId, new Map([[what.variantId, place]]))
    await touchList(sql, who, listId)
    return { items: await readItemRecords(sql, who, listId, [what.variantId]), spread }
  })
}

/** Null if there is no room. */
async function findPlace(
  sql: Sql,
  who: Shopper,
  listId: string,
  { variantId, beside, side }: ItemMove,
): Promise<number | null> {
  const placed = await readPlaces(sql, who, listId, [variantId, beside])
  requireAll(placed, [variantId, beside])
  const target = placed.find((item) => item.variantId === beside)!
  const neighbour = await findNeighbour(sql, who, listId, variantId, target, side)
  return side === 'before' ? placeBetween(neighbour, target.place) : placeBetween(target.place, neighbour)
}
