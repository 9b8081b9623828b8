/** The rule that unites two items of the same variant, in a merge and where an item is moved or copied. A pure function. */
import type { ItemRow } from './list-snapshots.ts'

/**
 * The item of the list that stays and the one that is brought: the larger quantity, the earlier creation time, and for every other
 * field the newer edit, or the older one where the newer is null. The own item's id and place stay, and what has arrived is not lost.
 */
export function combineItems(own: ItemRow | null, brought: ItemRow): ItemRow {
  if (!own) return brought
  const [newer, older] = brought.updated_at > own.updated_at ? [brought, own] : [own, brought]
  return {
    ...fill(newer, older),
    item_id: own.item_id,
    position: own.position ?? null,
    quantity: larger(own.quantity, brought.quantity),
    received: larger(own.received, brought.received),
    created_at: [own.created_at, brought.created_at].sort()[0]!,
  }
}

const larger = (one: number | null | undefined, other: number | null | undefined): number | null =>
  one == null || other == null ? (one ?? other ?? null) : Math.max(one, other)

function fill<Row extends object>(newer: Row, older: Row): Row {
  const set = Object.entries(newer).filter(([, value]) => value !== null)
  return { ...newer, ...older, ...Object.fromEntries(set) }
}
