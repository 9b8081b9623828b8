/** Creating, renaming, sharing and removing lists; each is one call to the service, which fails when offline. */
import type { Client } from './client.ts'
import { listNames, type WireRecord } from './names.ts'
import { type List, readItem, readList } from './records.ts'
import { writeNow } from './sync/write-now.ts'

async function change(client: Client, call: string, fields: WireRecord): Promise<List> {
  const list = readList((await writeNow(client, `lists/${call}`, fields)) as WireRecord)
  await client.refresh()
  return list
}

export const createList = (client: Client, name: string) => change(client, 'create', { [listNames.name]: name.trim() })

export const renameList = (client: Client, listId: string, name: string) =>
  change(client, 'update', { [listNames.listId]: listId, [listNames.name]: name.trim() })

export const removeList = (client: Client, listId: string) =>
  change(client, 'delete-list', { [listNames.listId]: listId })

/** Only for signed-in shoppers; returns the address of the list's page. */
export async function shareList(client: Client, listId: string): Promise<string> {
  const list = await change(client, 'markPublic', { [listNames.listId]: listId })
  return `${client.api || globalThis.location?.origin}/shared/${list.listId}`
}

/** Fetches a list of any shopper if it is public. */
export async function fetchList(client: Client, listId: string): Promise<List> {
  const page = await client.ask('lists/fetch-list-with-contents', { [listNames.listId]: listId, limit: 500 })
  const { list, items } = page as { list: WireRecord; items: WireRecord[] }
  return { ...readList(list), items: items.map(readItem) }
}
