/** Creating, ordering, sharing, removing and restoring lists; each is one call to the service, which fails when offline. */
import type { Client } from './client.ts'
import { type ListItem, readListItem } from './list-items.ts'
import { callNames, itemNames, listNames, ownerNames, type WireRecord } from './names.ts'
import { type Id, type Item, type List, type Priority, readItem, readList } from './records.ts'
import { writeNow } from './sync/write-now.ts'

type HasVariant = { variantId: Id }

/** The lists are fetched again before it returns, so that the page shows the change. */
async function write(client: Client, call: string, fields: WireRecord): Promise<WireRecord> {
  const answer = (await writeNow(client, `lists/${call}`, fields)) as WireRecord
  await client.refresh()
  return answer
}

const change = async (client: Client, call: string, fields: WireRecord): Promise<List> =>
  readList(await write(client, call, fields))

export const createList = (client: Client, name: string) => change(client, 'create', { [listNames.name]: name.trim() })

export const renameList = (client: Client, listId: string, name: string) =>
  change(client, 'update', { [listNames.listId]: listId, [listNames.name]: name.trim() })

export const removeList = (client: Client, listId: string) =>
  change(client, 'delete-list', { [listNames.listId]: listId })

/** Restores a removed list with its id, items and address. Its name differs if another list has taken it. */
export const restoreList = (client: Client, listId: string) =>
  change(client, 'restore-list', { [listNames.listId]: listId })

async function transfer(client: Client, call: string, from: string, to: string, items: HasVariant[]): Promise<Item[]> {
  const answer = await write(client, call, {
    [listNames.listId]: from,
    [callNames.toList]: to,
    [callNames.items]: items.map(({ variantId }) => variantId),
  })
  return (answer[callNames.items] as WireRecord[]).map(readItem)
}

/** Moves up to 250 items to another list of the shopper, all or none; returns them as they are there. */
export const moveItems = (client: Client, fromListId: string, toListId: string, items: HasVariant[]) =>
  transfer(client, 'move-items', fromListId, toListId, items)

/** The same, but the items stay in the first list too. */
export const copyItems = (client: Client, fromListId: string, toListId: string, items: HasVariant[]) =>
  transfer(client, 'copy-items', fromListId, toListId, items)

/** Moves one item before or after another; `item`, `before` and `after` are variant ids. */
export type Placement = { item: Id; before?: Id | undefined; after?: Id | undefined }

/** Puts items in this order; items that are not named stay where they are. Returns the items that moved. */
export async function reorderItems(client: Client, listId: string, order: Id[] | Placement): Promise<Item[]> {
  const fields = Array.isArray(order)
    ? { [callNames.items]: order }
    : {
        [itemNames.variantId]: order.item,
        [callNames.before]: order.before,
        [callNames.after]: order.after,
      }
  const answer = await write(client, 'reorder', { [listNames.listId]: listId, ...fields })
  return (answer[callNames.items] as WireRecord[]).map(readItem)
}

/** Null removes the priority. `more`: how many the shopper wants, and how many have arrived; null removes it. */
export async function setPriority(
  client: Client,
  listId: string,
  item: HasVariant,
  priority: Priority | null | undefined,
  more: { desired?: number | null; received?: number | null } = {},
): Promise<Item> {
  const fields: WireRecord = { priority, ...more }
  // a form has no null; an empty text removes a value
  for (const name in fields) if (fields[name] === null) fields[name] = ''
  const which = { [listNames.listId]: listId, [itemNames.variantId]: item.variantId }
  return readItem(await write(client, 'priority', { ...which, ...fields }))
}

/**
 * The owner's order: an item that was never moved is placed by the time when it was saved, newest first, in microseconds. An item
 * that waits to be sent has no time yet and comes first.
 */
export const inOwnOrder = (items: Item[]): Item[] => {
  const place = ({ position, savedAt }: Item) => position ?? -1e3 * (savedAt ?? Number.POSITIVE_INFINITY)
  // the difference of two infinite numbers is not a number
  return [...items].sort((one, other) => place(one) - place(other) || 0)
}

/** The address of a public list: the page of the shop, otherwise the service's. */
export const sharedAddress = (client: Client, { listId, shareUrl }: Pick<List, 'listId' | 'shareUrl'>): string =>
  shareUrl ?? `${client.api || globalThis.location?.origin}/shared/${listId}`

/** Only for signed-in shoppers; returns the address of the list's page. */
export const shareList = async (client: Client, listId: string): Promise<string> =>
  sharedAddress(client, await change(client, 'markPublic', { [listNames.listId]: listId }))

/** Nobody else can open the list any more. */
export const unshareList = (client: Client, listId: string) =>
  change(client, 'markPrivate', { [listNames.listId]: listId })

/** `locale`: the language of the mail; by default the store's. */
export type ListMail = { to: string; from: string; note?: string | undefined; locale?: string | undefined }

/** Mails the list's address; only for signed-in shoppers and public lists. `from` is the shopper's name. */
export async function emailList(client: Client, listId: string, { to, from, note, locale }: ListMail): Promise<List> {
  const answer = (await writeNow(client, 'lists/emailList', {
    [listNames.listId]: listId,
    [callNames.toEmail]: to,
    [callNames.fromName]: from,
    note,
    locale,
  })) as WireRecord
  return readList(answer[callNames.info] as WireRecord)
}

/** A list of any shopper, with the owner's first name, '' if it is not known. */
export type SharedList = List & { items: ListItem[]; owner: string }

/** Fetches a list of any shopper if it is public. */
export async function fetchList(client: Client, listId: string): Promise<SharedList> {
  const page = await client.ask('lists/fetch-list-with-contents', { [listNames.listId]: listId, limit: 500 })
  const { list, items } = page as { list: WireRecord; items: WireRecord[] }
  const owner = (page as WireRecord)[ownerNames.owner] as WireRecord | null
  return {
    ...readList(list),
    items: items.map(readListItem),
    owner: (owner?.[ownerNames.firstName] as string | null) ?? '',
  }
}
