/** Sharing a list: who may read it, sending it by e-mail, and counting by which ways it was shared. */
import { badSession, listNotPublic, loginRequired, unknownList } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../database/connect.ts'
import { changeList } from './change-list.ts'
import { listIdOf, realListId } from './list-scope.ts'
import { fetchList } from './lists.ts'
import { addMessage } from './messages.ts'
import { newestItems } from './newest-items.ts'
import { composeSharedList, type SharedItem } from './shared-list-mail.ts'
import { admits, holdShopper, type Shopper } from './shoppers.ts'

/** A guest's list belongs to a device; only an account can answer for what it shows to everybody. */
export async function setPublic(sql: Database, who: Shopper, publicId: string, isPublic: boolean): Promise<string> {
  if (who.kind === 'guest') throw loginRequired('Making a list public or private')
  return await changeList(sql, who, publicId, { anonymousRead: isPublic })
}

/** Counted once for a shopper, list, way and day, however often it is told. The name of who shares is not kept. */
export async function recordShare(sql: Sql, who: Shopper, publicId: string, medium: string): Promise<void> {
  const { store, shopperId } = who
  const [row] = await sql<{ admitted: boolean; found: boolean }[]>`
    with me as (
      select ${admits(sql, who)} as admitted
    ),
    list as (
      select list.list_id
      from lists list
      where list.store_id = ${store.storeId}
        and list.list_id = ${realListId(sql, store, listIdOf(store, publicId))}
        and (list.shopper_id = ${shopperId} or list.anonymous_read)
        and (select admitted from me)
    ),
    counted as (
      insert into list_shares (store_id, shared_on, list_id, shopper_id, medium)
      select ${store.storeId}, (now() at time zone 'utc')::date, list_id, ${shopperId}, ${medium}
      from list
      on conflict (store_id, shared_on, list_id, shopper_id, medium) do nothing
    )
    select me.admitted, exists (select from list) as found
    from me`
  if (!row?.admitted) throw badSession()
  if (!row.found) throw unknownList()
}

export type Invitation = { toEmail: string; fromName?: string | undefined; note?: string | undefined }

/**
 * Sends a public list to somebody. The message is kept in the transaction that this call acknowledges; a sender takes it
 * from there. Gives the list's record; `home` is where the pages of this service are.
 */
export async function emailList(
  sql: Database,
  who: Shopper,
  publicId: string,
  { toEmail, fromName, note }: Invitation,
  home: string,
): Promise<string> {
  if (who.kind === 'guest') throw loginRequired('Sending a list by e-mail')
  return await transaction(sql, async (sql) => {
    const record = await fetchList(sql, who, publicId)
    await holdShopper(sql, who)
    const { ownName, ...list } = await readForMail(sql, who, publicId)
    const storeName = who.store.name
    const name = fromName?.trim() || ownName || storeName
    const mail = composeSharedList({
      ...list,
      storeName,
      fromName: name,
      note: note?.trim() || null,
      address: `${home}/shared/${list.publicId}`,
    })
    const senderName = name === storeName ? name : `${name} via ${storeName}`
    await addMessage(sql, who, { ...mail, purpose: 'shared-list', recipient: toEmail, senderName })
    return record
  })
}

const mostInMail = 50

type ForMail = {
  ownName: string | null
  publicId: string
  listName: string
  itemCount: number
  isPublic: boolean
  items: SharedItem[]
}

async function readForMail(sql: Sql, { store, shopperId }: Shopper, publicId: string): Promise<ForMail> {
  const [list] = await sql<ForMail[]>`
    select ${store.prefix}::text || replace(list.list_id::text, '-', '') as public_id,
      (select first_name from shoppers where store_id = ${store.storeId} and shopper_id = ${shopperId}) as own_name,
      list.name as list_name, list.item_count, list.anonymous_read as is_public,
      (
        select coalesce(json_agg(json_build_object(
          'title', coalesce(variant.title, item.title),
          'url', item.url,
          'imageUrl', variant.image_url,
          'price', coalesce(variant.price, item.price),
          'currency', variant.currency,
          'quantity', coalesce(item.quantity, 1)
        ) order by item.created_at desc, item.item_id desc), '[]')
        from ${newestItems(sql, mostInMail)}
      ) as items
    from lists list
    where list.store_id = ${store.storeId}
      and list.list_id = ${realListId(sql, store, listIdOf(store, publicId))}
      and (list.shopper_id = ${shopperId} or list.anonymous_read)`
  if (!list) throw unknownList()
  if (!list.isPublic) throw listNotPublic()
  return list
}
