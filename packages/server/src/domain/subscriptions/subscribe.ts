/** Subscribing: alerts requested for an address, each product with each topic. */
import { badField } from '@heartbell/contract/errors'
import { subscribeNames } from '@heartbell/contract/names'
import { inventoryNotManaged } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { hashAddress, liftErasure } from '../messages/suppressions.ts'
import { savedTopic } from '../rules/saved-items.ts'
import { foldTopic, spellTopic } from '../rules/standard-topics.ts'
import { newId } from '../secrets/ids.ts'
import { accountId } from '../secrets/tokens.ts'
import { isPhoneMedium, type Medium, type Recipient, readAddress } from '../shoppers/addresses.ts'
import type { ConsentFacts } from '../shoppers/consents.ts'
import { chooseMailingList, joinAfterConfirmation, joinUnproven, notePreference } from '../shoppers/mailing-list.ts'
import { lockOrCreateShopper, requireSession, type Shopper } from '../shoppers/shoppers.ts'
import { isSmsAllowed } from '../shoppers/sms-countries.ts'
import type { Store } from '../stores/stores.ts'
import { scheduleReminders } from './reminders.ts'
import { type RequestedProduct, refuseUnknown, showProducts } from './requested-products.ts'
import { saveSubscriptions } from './save-subscriptions.ts'
import { recordRequests } from './subscription-requests.ts'

export type SubscribeRequest = {
  medium: Medium
  address: string
  products: RequestedProduct[]
  topics: string[]
  /** Undefined: the form did not ask. */
  joinsMailingList?: boolean | undefined
  extras?: string | undefined
  /** The language of the messages. */
  locale?: string | undefined
}

/** `products` is JSON text. */
export type Subscribed = { products: string; topics: string[] }

/**
 * Subscribes to every product with every topic, all or none; stock and topics are not checked. Without a `requester` the
 * store's server asks, for the owner of the address.
 */
export async function subscribe(
  sql: Database,
  store: Store,
  request: SubscribeRequest,
  facts: ConsentFacts,
  requester?: Shopper,
): Promise<Subscribed> {
  if (store.settings.inventory === 'unmanaged') throw inventoryNotManaged()
  if (request.topics.some((topic) => foldTopic(topic) === savedTopic)) throw notOfProducts()
  const to = readRecipient(store, request)
  // A request of the store's own server is accepted; sending checks the country again.
  if (requester && isPhoneMedium(to.medium) && !isSmsAllowed(store, to.address)) throw foreignNumber(store)
  const products = [...new Map(request.products.map((product) => [product.variantId, product])).values()]
  const shown = uniqueTopics(request.topics.map((topic) => spellTopic(store.topics, topic)))
  const owner = ownerOf(store, to, requester)
  const consentId = newId()
  return await transaction(sql, async (sql) => {
    // The shopper's row before the subscriptions: a merge locks in the same order.
    if (requester) {
      await requireSession(sql, requester)
      await lockOrCreateShopper(sql, requester)
    }
    const topics = await spellAsBefore(sql, store, to, shown)
    // Products that the store's server names are not checked.
    if (requester && store.settings.catalog === 'strict') await refuseUnknown(sql, store, products)
    const joinsLater = await joinMailingList(sql, store, to, owner, request.joinsMailingList, facts)
    if (owner.speaksForAddress) await liftErasure(sql, store, to)
    const { extras, locale } = request
    const alerts = { ...{ products, topics, extras, locale, ...owner }, isByStore: !requester }
    await saveSubscriptions(sql, store, to, alerts, facts, consentId)
    const { speaksForAddress, shopperId } = owner
    if (joinsLater)
      await joinAfterConfirmation(sql, store, to, { consentId, topics, products, speaksForAddress }, facts)
    await recordRequests(sql, store, to, { products, topics, shown, shopperId, speaksForAddress, consentId })
    await scheduleReminders(sql, store, topics, products)
    return { products: await showProducts(sql, store, products), topics: shown }
  })
}

const uniqueTopics = (topics: string[]) =>
  [...new Map([...topics].reverse().map((topic) => [foldTopic(topic), topic])).values()].reverse()

/**
 * A topic that the store did not set up has the spelling that this address used first, so that it is one subscription whoever
 * types the address in. The lock: of two requests at the same time, the second one finds the spelling of the first.
 */
async function spellAsBefore(sql: Sql, store: Store, to: Recipient, topics: string[]): Promise<string[]> {
  const isSetUp = (topic: string) => store.topics.some((one) => one.topic === topic)
  if (topics.every(isSetUp)) return topics
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${to.medium} ${to.address}`}, ${store.storeId}))`
  const known = new Map((await findTopicsOf(sql, store, to)).map(({ topic }) => [foldTopic(topic), topic]))
  return topics.map((topic) => (isSetUp(topic) ? topic : (known.get(foldTopic(topic)) ?? topic)))
}

const findTopicsOf = (sql: Sql, { storeId }: Store, { medium, address }: Recipient) => sql<{ topic: string }[]>`
  select distinct topic
  from subscriptions
  where store_id = ${storeId}
    and address = ${address}
    and medium = ${medium}
  order by topic`

type Owner = {
  /** The account of an e-mail address; null for a phone number. */
  accountId: string | null
  /** Who the subscription belongs to. */
  shopperId: string | null
  /** The store or the owner of the address asks, and not somebody who only typed it in. */
  speaksForAddress: boolean
  isSignedIn: boolean
}

/**
 * The account id of an e-mail address is a keyed hash of it: a subscription belongs to that shopper before their first login,
 * and no row is created for somebody who may never log in.
 */
function ownerOf({ tokenKey }: Store, to: Recipient, requester: Shopper | undefined): Owner {
  const ownId = to.medium === 'email' ? accountId(tokenKey, to.address) : null
  const shopperId = requester ? requester.shopperId : ownId
  const speaksForAddress = shopperId === ownId
  return { accountId: ownId, shopperId, speaksForAddress, isSignedIn: Boolean(requester) && speaksForAddress }
}

/** Anybody may type in an address, but not change what its owner chose. True: it joins when the address confirms. */
async function joinMailingList(
  sql: Sql,
  store: Store,
  to: Recipient,
  { accountId, speaksForAddress, isSignedIn }: Owner,
  requested: boolean | undefined,
  facts: ConsentFacts,
): Promise<boolean> {
  const choice = speaksForAddress || requested ? requested : undefined
  const joinsLater = choice === true && store.settings.doubleOptIn && !isSignedIn
  const joins = joinsLater ? undefined : choice
  if (accountId && speaksForAddress)
    await notePreference(sql, store, accountId, { medium: to.medium, joins, source: facts.source })
  if (joins && !speaksForAddress) await joinUnproven(sql, store, { ...to, addressHash: hashAddress(store, to) }, facts)
  else if (joins !== undefined) await chooseMailingList(sql, store, to, joins, facts)
  return joinsLater
}

function readRecipient({ settings }: Store, { medium, address }: SubscribeRequest): Recipient {
  const read = readAddress(medium, address, settings.country)
  if (read !== null) return { medium, address: read }
  const says =
    medium === 'email'
      ? 'must be an e-mail address'
      : `must be a phone number, with + and its country code or in the format of ${settings.country}`
  throw badField([subscribeNames.address], says)
}

/** It is one alert for everything that a shopper saved, and only the signed-in shopper turns it on. */
const notOfProducts = () =>
  badField(
    [subscribeNames.topics],
    `may not contain ${savedTopic}: shoppers turn on alerts about saved items themselves`,
  )

function foreignNumber({ settings }: Store) {
  const allowed = [settings.smsCountries ?? settings.country].flat().join(', ')
  return badField(
    [subscribeNames.address],
    `must be a phone number of a country that this store sends SMS to: ${allowed}`,
  )
}
