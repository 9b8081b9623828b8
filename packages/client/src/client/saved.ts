/** Save for later: each shopper has one such list; changes are sent at once and fail when offline. */
import type { Client } from './client.ts'
import { callNames, listNames, savedNames, type WireRecord } from './names.ts'
import { type Id, type Item, type Product, readItem } from './records.ts'
import type { Problem } from './sync/call-api.ts'
import { ignoreFailure } from './sync/ignore-failure.ts'
import { writeNow } from './sync/write-now.ts'
import { writeItem } from './write-item.ts'

type Page = { list: WireRecord; items: WireRecord[] }

/** Fetches the list, which the service creates if needed, and stores its id. */
async function open(client: Client): Promise<Page> {
  const account = client.identity.account()
  const page = (await client.ask('lists/sfl/fetch')) as Page
  const listId = page.list[listNames.listId]
  // signed out meanwhile: the next person has another list
  if ((account ?? '') === (client.identity.account() ?? '')) client.localData.write('saved', listId)
  // a list that is not in the cache has just been created, which is a write
  if (!client.seen().some((list) => list.listId === listId)) client.dropCache()
  return page
}

export const fetchSaved = async (client: Client): Promise<Item[]> => (await open(client)).items.map(readItem)

async function change(client: Client, call: string, item: WireRecord): Promise<void> {
  const find = async () => (await open(client)).list[listNames.listId]
  const send = (listId: unknown) =>
    writeNow(client, `lists/sfl/${call}`, { [listNames.listId]: listId, [callNames.items]: [item] })
  const known = client.localData.read('saved')
  const answer = (await send(known ?? (await find())).catch(async (problem: Problem) => {
    // the stored id is of somebody else, or of a guest that the service no longer knows
    if (!known || problem.type !== 'unknown-list') throw problem
    return await send(await find())
  })) as WireRecord
  const [failed] = answer[savedNames.failed] as { msg: string }[]
  if (failed) throw new Error(failed.msg)
  // the page may show the list, too
  ignoreFailure(client.refresh())
}

export const addSaved = (client: Client, product: Product) => change(client, 'add', writeItem(product))

/** Removes an item that was moved to the cart or is no longer wanted. */
export const moveSaved = (client: Client, { variantId }: { variantId: Id }) =>
  change(client, 'moved-to-cart', writeItem({ variantId }))
