/**
 * Items with what only a list shows: custom items, bundles, whether a variant was chosen, and whether the product is still sold.
 * Hearts need none of it, so core.js does not read it.
 */
import type { Client } from './client.ts'
import { detailNames, itemNames, listNames, partNames, type WireRecord } from './names.ts'
import { type Id, type Item, plainId, readItem } from './records.ts'

export type ItemDetails = {
  /** `custom` or `customBundle`: not a product of the catalog. */
  kind?: string | undefined
  /** Of a bundle. */
  parts?: { variantId?: Id | undefined; title: string }[] | undefined
  /** The shop's own id of a custom item. */
  platformId?: Id | null | undefined
  /** Saved without choosing a variant. */
  anyVariant?: boolean | undefined
  /** The catalog had it, and no longer has it. */
  isEnded?: boolean | undefined
}

export type ListItem = Item & ItemDetails

function readDetails(record: WireRecord): ItemDetails {
  const parts = ((record[detailNames.parts] ?? []) as WireRecord[]).map((part) => ({
    variantId: part[partNames.variantId] as Id | undefined,
    title: part[partNames.title] as string,
  }))
  return {
    kind: record[detailNames.kind] as string | undefined,
    parts: parts.length ? parts : undefined,
    platformId: record[detailNames.platformId] as Id | null | undefined,
    anyVariant: record[detailNames.anyVariant] as boolean | undefined,
    isEnded: record[detailNames.isEnded] as boolean | undefined,
  }
}

export const readListItem = (record: WireRecord): ListItem => ({ ...readItem(record), ...readDetails(record) })

type Cached = { lists?: WireRecord[] } | null

/** Adds the details of the cached records to a shopper's own items. */
export function addDetails(client: Client, listId: string, items: Item[]): ListItem[] {
  const { lists = [] } = client.localData.read<Cached>('lists') ?? {}
  const list = lists.find((one) => one[listNames.listId] === listId)
  const records = new Map<Id, WireRecord>()
  for (const record of (list?.[listNames.items] ?? []) as WireRecord[])
    records.set(plainId(record[itemNames.variantId]), record)
  return items.map((item) => {
    const record = records.get(plainId(item.variantId))
    return record ? { ...item, ...readDetails(record) } : item
  })
}
