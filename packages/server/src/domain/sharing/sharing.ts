/** Shares a list: makes it public or private, sends it by e-mail, and counts how it was shared. */
import { badSession, listNotPublic, loginRequired, unknownList } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { listIdOf, resolveListAlias } from '../items/list-access.ts'
import { changeList } from '../lists/change-list.ts'
import { fetchList } from '../lists/lists.ts'
import { type Charge, spendBudgets } from '../messages/message-limits.ts'
import { addMessage } from '../messages/messages.ts'
import {
  plainName,
  plainSender,
  type SharedItem,
  type SharedList,
  type SharedListMail,
} from '../messages/shared-list-mail.ts'
import { mailboxOf } from '../shoppers/addresses.ts'
import { isSessionValid, lockOrCreateShopper, type Shopper } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { firstItemsWithVariants } from './first-items.ts'
import { ownPageOf, pageOfVariant } from './shared-page.ts'

/** Only accounts may publish lists: a guest's list belongs to a device, not to a known person. */
export async function setPublic(sql: Database, who: Shopper, publicId: string, isPublic: boolean): Promise<string> {
  if (who.kind === 'guest') throw loginRequired('Making a list public or private')
  return await changeList(sql, who, publicId, { anonymousRead: isPublic })
}

/** Counted once for each shopper, list, medium and day. The sender's name is not stored. */
export async function recordShare(sql: Sql, who: Shopper, publicId: string, medium: string): Promise<void> {
  const { store, shopperId } = who
  const [row] = await sql<{ admitted: boolean; found: boolean }[]>`
    with me as (
      select ${isSessionValid(sql, who)} as admitted
    ),
    list as (
      select list.list_id
      from lists list
      where list.store_id = ${store.storeId}
        and list.list_id = ${resolveListAlias(sql, store, listIdOf(store, publicId))}
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

export type ListInvitation = {
  toEmail: string
  fromName?: string | undefined
  note?: string | undefined
  locale?: string | undefined
}

/** How the mail is written, and the network of the caller (null: unknown). */
export type ListMailOptions = {
  home: string
  network: string | null
  compose: (store: Store, recipient: string, list: SharedList, home: string) => SharedListMail
}

/**
 * Sends a public list by e-mail. The message is stored in the transaction that this call commits, and sent from there. Returns
 * the list's record also if the recipient is suppressed, so that the caller cannot learn that.
 */
export async function emailList(
  sql: Database,
  who: Shopper,
  publicId: string,
  { toEmail, fromName, note, locale }: ListInvitation,
  { home, network, compose }: ListMailOptions,
): Promise<string> {
  if (who.kind === 'guest') throw loginRequired('Sending a list by e-mail')
  const { store, shopperId } = who
  return await transaction(sql, async (sql) => {
    const record = await fetchList(sql, who, publicId)
    await lockOrCreateShopper(sql, who)
    const { ownName, listName, ...list } = await readForMail(sql, who, publicId)
    const shared: SharedList = {
      ...list,
      fromName: plainSender(fromName) ?? plainSender(ownName),
      listName: plainName(listName),
      note: note?.trim() || null,
      locale: locale ?? null,
      address: ownPageOf(store, list.publicId) ?? `${home}/shared/${list.publicId}`,
    }
    await spendBudgets(sql, store, listMailCharges(who, toEmail, network))
    const { headers, ...mail } = compose(store, toEmail, shared, home)
    const about = JSON.stringify([shopperId, mail.senderName, mail.subject, mail.text])
    const message = {
      ...mail,
      headers,
      purpose: 'shared-list',
      channel: 'email',
      recipient: toEmail,
      shopperId,
      about,
    } as const
    await addMessage(sql, store, message)
    return record
  })
}

function listMailCharges({ store, shopperId }: Shopper, toEmail: string, network: string | null): Charge[] {
  const { settings } = store
  const mailbox = mailboxOf({ medium: 'email', address: toEmail })
  return [
    { budget: 'list-mails-per-shopper', subject: shopperId, allowed: settings.listMailsPerShopper },
    { budget: 'list-mails-per-recipient', subject: mailbox, allowed: settings.listMailsPerRecipient },
    { budget: 'list-mails-per-network', subject: network, allowed: settings.listMailsPerNetwork },
    { budget: 'list-mails-per-store', subject: 'store', allowed: settings.listMailsPerStore },
  ]
}

const maxItemsInMail = 50

type MailedList = {
  ownName: string | null
  publicId: string
  listName: string
  itemCount: number
  isPublic: boolean
  items: SharedItem[]
}

/** Items that are not in the catalog are counted but not shown: their titles and links come from the shopper. */
async function readForMail(sql: Sql, { store, shopperId }: Shopper, publicId: string): Promise<MailedList> {
  const [list] = await sql<MailedList[]>`
    select ${store.prefix}::text || replace(list.list_id::text, '-', '') as public_id,
      (select first_name from shoppers where store_id = ${store.storeId} and shopper_id = ${shopperId}) as own_name,
      list.name as list_name, list.item_count, list.anonymous_read as is_public,
      (
        select coalesce(json_agg(json_build_object(
          'title', variant.title,
          'variantInfo', variant.variant_info,
          'catalogUrls', json_build_array(variant.variant_url, ${sql.unsafe(pageOfVariant)}),
          'imageUrl', variant.image_url,
          'price', variant.price,
          'currency', variant.currency,
          'quantity', coalesce(item.quantity, 1)
        ) order by item.place, item.item_id desc) filter (
          where variant.title <> ''
            and variant.deleted_at is null
        ), '[]')
        from ${firstItemsWithVariants(sql, maxItemsInMail)}
      ) as items
    from lists list
    where list.store_id = ${store.storeId}
      and list.list_id = ${resolveListAlias(sql, store, listIdOf(store, publicId))}
      and (list.shopper_id = ${shopperId} or list.anonymous_read)`
  if (!list) throw unknownList()
  if (!list.isPublic) throw listNotPublic()
  return list
}
