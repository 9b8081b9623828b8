/** An item as it is sent. Apart from names.ts, because a page needs it only for a write. */
import { itemNames, type Table, type WireRecord } from './names.ts'

/** Our names to wire names; undefined and empty fields are not sent. */
export function writeItem(item: object): WireRecord {
  const record: WireRecord = {}
  for (const name in itemNames) {
    const value = (item as WireRecord)[name]
    if (value !== undefined && value !== '') record[(itemNames as Table)[name] as string] = value
  }
  return record
}
