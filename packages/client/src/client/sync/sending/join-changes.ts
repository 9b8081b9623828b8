/** Several changes of one list as one call. The service removes, updates and adds in this order, so each item is in one of them. */
import { type Change, type Edit, type Id, isSame, type Product } from '../../records.ts'

type Joined = { add: Product[]; update: Edit[]; remove: { variantId: Id }[] }

const put = <T extends { variantId: Id }>(items: T[], item: T): T[] =>
  items.some((other) => isSame(other, item))
    ? items.map((other) => (isSame(other, item) ? { ...other, ...item } : other))
    : [...items, item]

const drop = <T extends { variantId: Id }>(items: T[], item: { variantId: Id }): T[] =>
  items.filter((other) => !isSame(other, item))

/** A removal before an add is left out: the item stays, with its price when saved. */
export function joinChanges(changes: Pick<Change, 'add' | 'update' | 'remove'>[]): Joined {
  let joined: Joined = { add: [], update: [], remove: [] }
  for (const { add = [], update = [], remove = [] } of changes) {
    let { add: added, update: updated, remove: removed } = joined
    for (const item of remove) {
      added = drop(added, item)
      updated = drop(updated, item)
      removed = put(removed, { variantId: item.variantId })
    }
    for (const edit of update) {
      if (added.some((other) => isSame(other, edit))) added = put<Product>(added, edit as Product)
      else if (!removed.some((other) => isSame(other, edit))) updated = put(updated, edit)
    }
    for (const product of add) {
      const edit = updated.find((other) => isSame(other, product))
      updated = drop(updated, product)
      removed = drop(removed, product)
      added = put(added, { ...edit, ...product })
    }
    joined = { add: added, update: updated, remove: removed }
  }
  return joined
}
