/** Save for later: the one list of that kind a shopper has (spec 4.5), told to the service at once. */
import type { Client } from './client.ts'
import { callNames, listNames, savedNames, type WireRecord, writeItem } from './names.ts'
import { type Id, type Item, type Product, readItem } from './records.ts'
import { writeNow } from './write-now.ts'

type Page = { list: WireRecord; items: WireRecord[] }

/** Made where there is none; its id is remembered. */
async function open(client: Client): Promise<Page> {
  const page = (await client.ask('lists/sfl/fetch')) as Page
  client.shelf.put('saved', page.list[listNames.listId])
  return page
}

export const fetchSaved = async (client: Client): Promise<Item[]> => (await open(client)).items.map(readItem)

async function change(client: Client, call: string, item: WireRecord): Promise<void> {
  const listId = client.shelf.take('saved') ?? (await open(client)).list[listNames.listId]
  const fields = { [listNames.listId]: listId, [callNames.items]: [item] }
  const answer = (await writeNow(client, `lists/sfl/${call}`, fields)) as WireRecord
  const [failed] = answer[savedNames.failed] as { msg: string }[]
  if (failed) throw new Error(failed.msg)
}

export const addSaved = (client: Client, product: Product) => change(client, 'add', writeItem(product))

/** Into the cart, or away. */
export const moveSaved = (client: Client, { variantId }: { variantId: Id }) =>
  change(client, 'moved-to-cart', writeItem({ variantId }))
