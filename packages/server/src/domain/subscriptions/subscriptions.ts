/** Who waits to be told: alert subscriptions, asked for by address, product and topic (spec 4.2). */
import { badField } from '@heartbell/contract/errors'
import { subscribeNames } from '@heartbell/contract/names'
import { inventoryNotManaged } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { hashAddress, liftErasure } from '../messages/suppressions.ts'
import { closeOffers } from '../planning/offers.ts'
import { firstStatus, holdsOffer, statusAllows } from '../rules/subscription-states.ts'
import { newId } from '../secrets/ids.ts'
import { accountId } from '../secrets/tokens.ts'
import { type Medium, type Recipient, readAddress } from '../shoppers/addresses.ts'
import { type ConsentFacts, consentColumns, consentValues } from '../shoppers/consents.ts'
import { chooseMailingList, joinAfterConfirmation, notePreference } from '../shoppers/mailing-list.ts'
import { lockOrCreateShopper, requireSession, type Shopper } from '../shoppers/shoppers.ts'
import { isSmsAllowed } from '../shoppers/sms-countries.ts'
import type { Store } from '../stores/stores.ts'
import { wantsEvent } from '../webhooks/events.ts'
import { tellSubscriptions } from '../webhooks/with-events.ts'
import { scheduleReminders } from './reminders.ts'
import { type RequestedProduct, refuseUnknown, showProducts } from './requested-products.ts'
import { addForwards } from './subscription-forwards.ts'
import { recordRequests } from './subscription-requests.ts'

export type Ask = {
  medium: Medium
  address: string
  products: RequestedProduct[]
  topics: string[]
  /** Undefined: not asked. */
  joinsMailingList?: boolean | undefined
  extras?: string | undefined
  /** The language to write in. */
  locale?: string | undefined
}

/** `products` is JSON text. */
export type Subscribed = { products: string; topics: string[] }

/**
 * Every product with every topic, all or none. Nothing is asked about stock or topics (spec 4.2). The account behind an
 * e-mail address is a keyed hash of it, so the subscription is that shopper's before they ever log in, and no row is made for
 * somebody who may never come. Without an `asker` it is the store's server that asks, for the owner of the address.
 */
export async function subscribe(
  sql: Database,
  store: Store,
  ask: Ask,
  facts: ConsentFacts,
  asker?: Shopper,
): Promise<Subscribed> {
  if (store.settings.inventory === 'unmanaged') throw inventoryNotManaged()
  const to = reachOf(store, ask)
  // What the store's own server asks for is taken, and not sent either while the country is not allowed.
  if (asker && to.medium === 'sms' && !isSmsAllowed(store, to.address)) throw foreignNumber(store)
  const products = [...new Map(ask.products.map((product) => [product.variantId, product])).values()]
  const topics = [...new Set(ask.topics)]
  const ownerId = to.medium === 'email' ? accountId(store.tokenKey, to.address) : null
  const shopperId = asker ? asker.shopperId : ownerId
  const speaksForAddress = shopperId === ownerId
  // Anybody may type in an address, but not take back what its owner agreed to.
  const wishes = speaksForAddress || ask.joinsMailingList ? ask.joinsMailingList : undefined
  // A second yes is asked for the mailing list too, unless the owner of the address is signed in.
  const joinsOnYes = wishes === true && store.settings.doubleOptIn && !(asker && speaksForAddress)
  const joins = joinsOnYes ? undefined : wishes
  const consentId = newId()
  return await transaction(sql, async (sql) => {
    // The shopper's row before the subscriptions: in the order in which a merge takes them.
    if (asker) {
      await requireSession(sql, asker)
      await lockOrCreateShopper(sql, asker)
    }
    // The store's server answers for what it asks about; nothing of it is checked (spec 4.2).
    if (asker && store.settings.catalog === 'strict') await refuseUnknown(sql, store, products)
    if (ownerId && speaksForAddress)
      await notePreference(sql, store, ownerId, { medium: to.medium, joins, source: facts.source })
    if (speaksForAddress) await liftErasure(sql, store, to)
    if (joins !== undefined) await chooseMailingList(sql, store, to, joins, facts)
    await askForAlerts(
      sql,
      store,
      to,
      { products, topics, extras: ask.extras, locale: ask.locale, shopperId, speaksForAddress, isByStore: !asker },
      facts,
      consentId,
    )
    if (joinsOnYes)
      await joinAfterConfirmation(sql, store, to, { consentId, topics, products, speaksForAddress }, facts)
    await recordRequests(sql, store, to, { products, topics, shopperId })
    await scheduleReminders(sql, store, topics, products)
    return { products: await showProducts(sql, store, products), topics }
  })
}

function reachOf({ settings }: Store, { medium, address }: Ask): Recipient {
  const read = readAddress(medium, address, settings.country)
  if (read !== null) return { medium, address: read }
  const says =
    medium === 'email'
      ? 'must be an e-mail address'
      : `must be a phone number, with + and its country’s code or as written in ${settings.country}`
  throw badField([subscribeNames.address], says)
}

function foreignNumber({ settings }: Store) {
  const allowed = [settings.smsCountries ?? settings.country].flat().join(', ')
  return badField(
    [subscribeNames.address],
    `must be a phone number of a country that this store sends SMS to: ${allowed}`,
  )
}

type Alerts = {
  products: RequestedProduct[]
  topics: string[]
  extras: string | undefined
  locale: string | undefined
  shopperId: string | null
  /** Asked by the store or by the owner of the address. */
  speaksForAddress: boolean
  /** Asked by the store's own server, whose product addresses are the store's word. */
  isByStore: boolean
}

/** Kept from being told again: one that still waits keeps its place, one that came to an end waits anew (`alerts.md`). */
const hasEnded = (sql: Sql) =>
  sql`(${statusAllows(sql, 'subscribe', 'subscription.status')} and not ${holdsOffer(sql)})`

/**
 * One statement. A subscription carries the consent it waits under: where it comes back with this call's, it is new or waits
 * anew; where it does not come back at all, it was a repetition that changed nothing and leaves no trace.
 */
async function askForAlerts(
  sql: Sql,
  store: Store,
  to: Recipient,
  what: Alerts,
  facts: ConsentFacts,
  consentId: string,
): Promise<void> {
  const { storeId } = store
  const asked = what.topics.flatMap((topic) => what.products.map((product) => ({ topic, ...product, id: newId() })))
  const ended = hasEnded(sql)
  const orAsBefore = (column: string) =>
    sql`${sql.unsafe(column)} = case when ${ended} then excluded.${sql.unsafe(column)} else subscription.${sql.unsafe(column)} end`
  /** Wishes that were not told this time stay as they were. */
  const said = (wish: 'quantity' | 'targetPrice') =>
    what.products.filter((product) => product[wish] !== undefined).map(({ variantId }) => variantId)
  const wished = (column: 'quantity' | 'target_price', variantIds: string[]) => sql`
    case
      when ${ended} or excluded.variant_id = any(${variantIds}) then excluded.${sql.unsafe(column)}
      else subscription.${sql.unsafe(column)}
    end`
  const quantity = wished('quantity', said('quantity'))
  const targetPrice = wished('target_price', said('targetPrice'))
  const again = await sql<{ subscriptionId: string }[]>`
    with asked as (
      select *
      from unnest(
        ${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ topic }) => topic)}::text[],
        ${asked.map(({ variantId }) => variantId)}::text[], ${asked.map(({ productId }) => productId)}::text[],
        ${asked.map(({ url }) => url)}::text[], ${asked.map(({ quantity }) => quantity ?? null)}::integer[],
        ${asked.map(({ targetPrice }) => targetPrice ?? null)}::numeric[]
      ) as asked (subscription_id, topic, variant_id, product_id, url, quantity, target_price)
    ),
    subscribed as (
      insert into subscriptions as subscription (
        store_id, subscription_id, medium, address, topic, variant_id, product_id, url,
        shopper_id, status, consent_id, extras, locale, quantity, target_price, price_when_saved, url_from_store
      )
      select ${storeId}, subscription_id, ${to.medium}, ${to.address}, topic, variant_id, product_id, url,
        ${what.shopperId}::uuid, ${statusFor(sql, store, to)}, ${consentId}::uuid, ${what.extras ?? null}, ${what.locale ?? null},
        coalesce(quantity, 1), target_price,
        (select price from variants where variants.store_id = ${storeId} and variants.variant_id = asked.variant_id),
        ${what.isByStore}
      from asked
      -- in one order, so that two calls for one address don't lock each other out
      order by topic, variant_id
      on conflict (store_id, address, medium, topic, variant_id) do update
      set product_id = excluded.product_id,
          url = excluded.url,
          url_from_store = excluded.url_from_store,
          extras = coalesce(excluded.extras, subscription.extras),
          -- who asked first chose the language, until all begins anew
          locale = case
            when ${ended} then coalesce(excluded.locale, subscription.locale)
            else coalesce(subscription.locale, excluded.locale)
          end,
          ${orAsBefore('shopper_id')},
          ${orAsBefore('status')},
          ${orAsBefore('waiting_since')},
          ${orAsBefore('consent_id')},
          ${orAsBefore('price_when_saved')},
          ${orAsBefore('passed_over')},
          quantity = ${quantity},
          target_price = ${targetPrice},
          updated_at = now()
      where ${ended}
        or (
          -- a stranger who types in the same address must not put another link into its mail
          (${what.speaksForAddress} or subscription.shopper_id = excluded.shopper_id)
          and (
            subscription.product_id, subscription.url, subscription.extras, subscription.quantity, subscription.target_price
          ) is distinct from (
            excluded.product_id, excluded.url, coalesce(excluded.extras, subscription.extras), ${quantity}, ${targetPrice}
          )
        )
      returning subscription.subscription_id, subscription.status, subscription.consent_id,
        -- a row that was there before was locked for its update
        subscription.xmax = 0 as is_new
    ),
    consented as (
      insert into consents (${sql.unsafe(consentColumns)})
      select ${consentValues(sql, store, to, { consentId, purpose: 'alert', granted: true }, facts)}
      where exists (select from subscribed where consent_id = ${consentId})
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}, subscription_id, status,
        case
          when is_new then 'subscribed'
          when consent_id = ${consentId} then 'subscribed-again'
          else 'details-changed'
        end,
        jsonb_build_object('source', ${facts.source}::text, 'consentId', consent_id)
      from subscribed
    )
    select subscription_id
    from subscribed
    where consent_id = ${consentId}
      and not is_new`
  // What was held for them in the round before is not held any more.
  const ids = again.map(({ subscriptionId }) => subscriptionId)
  await closeOffers(sql, store, ids, { by: 'lapsed', reason: 'subscribed-again', isNoted: true })
  await tellNew(sql, store, to, consentId)
}

/** Those that wait under this call's yes: new, or anew. What a provider tells by itself is made known to it. */
async function tellNew(sql: Sql, store: Store, to: Recipient, consentId: string): Promise<void> {
  const isForwarded = store.forwardedMedia.includes(to.medium)
  if (!isForwarded && !wantsEvent(store, 'subscription.created')) return
  const fresh = await sql<{ subscriptionId: string }[]>`
    select subscription_id
    from subscriptions
    where store_id = ${store.storeId}
      and address = ${to.address}
      and medium = ${to.medium}
      and consent_id = ${consentId}
      and status <> 'suppressed'`
  const ids = fresh.map(({ subscriptionId }) => subscriptionId)
  await tellSubscriptions(sql, store, 'subscription.created', ids)
  if (isForwarded && !store.settings.doubleOptIn) await addForwards(sql, store, ids)
}

/** An address that must not be written to waits for nothing, and whoever asks is not told. */
const statusFor = (sql: Sql, store: Store, to: Recipient) => sql`
  case
    when exists (
      select from suppressions
      where store_id = ${store.storeId}
        and address_hash = ${hashAddress(store, to)}
        and medium = ${to.medium}
    ) then ${firstStatus(sql, 'subscribeSuppressed')}
    else ${firstStatus(sql, store.settings.doubleOptIn ? 'subscribeUnconfirmed' : 'subscribe')}
  end`
