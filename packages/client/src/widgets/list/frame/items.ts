/** Which items a list has, and what the device remembers of their stock. */
import { addDetails } from '../../../client/list-items.ts'
import { inOwnOrder } from '../../../client/manage-lists.ts'
import type { List } from '../../../client/records.ts'
import { heartbell } from '../../kit.ts'
import type { View } from '../context.ts'
import { nextMemory, type StockMemory, type Wish } from '../item-facts.ts'

export function itemsOf({ list, shared, order }: View): Wish[] {
  const items = inOwnOrder(list?.items ?? [])
  if (order) items.sort((one, other) => order.indexOf(`${one.variantId}`) - order.indexOf(`${other.variantId}`))
  return shared ? items : addDetails(heartbell, list?.listId ?? '', items)
}

export function rememberStock(lists: List[]): StockMemory {
  const before = heartbell.localData.read<StockMemory>('stock') ?? {}
  const after = nextMemory(
    before,
    lists.flatMap((list) => list.items),
    Date.now(),
  )
  if (JSON.stringify(before) !== JSON.stringify(after)) heartbell.localData.write('stock', after)
  return after
}
