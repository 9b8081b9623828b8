/** Save for later: each shopper has one such list; changes are sent at once and fail when offline. */
import type { Client } from './client.ts'
import { callNames, listNames, savedNames, type WireRecord } from './names.ts'
import { type Id, type Item, type Product, readItem } from './records.ts'
import { ignoreFailure } from './sync/ignore-failure.ts'
import { writeNow } from './sync/write-now.ts'
import { writeItem } from './write-item.ts'

type Page = { list: WireRecord; items: WireRecord[] }

/** Fetches the list, which the service creates if needed, and stores its id. */
async function open(client: Client): Promise<Page> {
  const page = (await client.ask('lists/sfl/fetch')) as Page
  const listId = page.list[listNames.listId]
  client.localData.write('saved', listId)
  // a list that is not in the cache has just been created, which is a write
  if (!client.seen().some((list) => list.listId === listId)) client.dropCache()
  return page
}

export const fetchSaved = async (client: Client): Promise<Item[]> => (await open(client)).items.map(readItem)

async function change(client: Client, call: string, item: WireRecord): Promise<void> {
  const listId = client.localData.read('saved') ?? (await open(client)).list[listNames.listId]
  const fields = { [listNames.listId]: listId, [callNames.items]: [item] }
  const answer = (await writeNow(client, `lists/sfl/${call}`, fields)) as WireRecord
  const [failed] = answer[savedNames.failed] as { msg: string }[]
  if (failed) throw new Error(failed.msg)
  // the page may show the list, too
  ignoreFailure(client.refresh())
}

export const addSaved = (client: Client, product: Product) => change(client, 'add', writeItem(product))

/** Removes an item that was moved to the cart or is no longer wanted. */
export const moveSaved = (client: Client, { variantId }: { variantId: Id }) =>
  change(client, 'moved-to-cart', writeItem({ variantId }))
