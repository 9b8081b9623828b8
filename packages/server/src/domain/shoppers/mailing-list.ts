/** The store's mailing list: the choice of an address, independent of alerts, and how the shopper's record shows it. */
import type { Sql } from '../../database/connect.ts'
import { millis } from '../../database/json.ts'
import { newId } from '../secrets/ids.ts'
import { accountId } from '../secrets/tokens.ts'
import type { Store } from '../stores/stores.ts'
import type { Medium, Recipient } from './addresses.ts'
import { type ConsentFacts, consentColumns, consentValues, unprovenSource } from './consents.ts'

/** A repeated choice changes nothing; a new one is a consent given or withdrawn, and is forwarded to the provider. */
export async function chooseMailingList(
  sql: Sql,
  store: Store,
  to: Recipient,
  joins: boolean,
  facts: ConsentFacts,
): Promise<void> {
  const consentId = newId()
  await sql`
    with chosen as (
      insert into mailing_choices (store_id, medium, address, joins, consent_id)
      values (${store.storeId}, ${to.medium}, ${to.address}, ${joins}, ${consentId})
      on conflict (store_id, medium, address) do update
      set joins = excluded.joins,
          consent_id = excluded.consent_id,
          chosen_at = now(),
          forwarded_at = null
      where mailing_choices.joins <> excluded.joins
      returning consent_id
    )
    insert into consents (${sql.unsafe(consentColumns)})
    select ${consentValues(sql, store, to, { consentId, purpose: 'marketing', granted: joins }, facts)}
    from chosen`
}

/**
 * The yes of somebody who only typed the address in. It counts only where the address has made no choice and may be written to: it
 * overrides neither a refusal of the owner nor a STOP. Its consent says that it is unproven.
 */
export async function joinUnproven(
  sql: Sql,
  store: Store,
  to: Recipient & { addressHash: Buffer },
  facts: ConsentFacts,
): Promise<void> {
  const consentId = newId()
  const marked = { ...facts, source: unprovenSource(facts.source) }
  await sql`
    with chosen as (
      insert into mailing_choices (store_id, medium, address, joins, consent_id)
      select ${store.storeId}, ${to.medium}, ${to.address}, true, ${consentId}
      where not exists (
        select from suppressions
        where store_id = ${store.storeId}
          and address_hash = ${to.addressHash}
      )
      on conflict (store_id, medium, address) do nothing
      returning consent_id
    )
    insert into consents (${sql.unsafe(consentColumns)})
    select ${consentValues(sql, store, to, { consentId, purpose: 'marketing', granted: true }, marked)}
    from chosen`
}

type JoinRequest = {
  consentId: string
  topics: string[]
  products: { variantId: string }[]
  speaksForAddress: boolean
}

/**
 * Stores the request to join until the address confirms. A request of somebody else is stored only with the alerts they requested,
 * so that confirming other alerts does not join. An address that has confirmed before joins now, if its owner or the store asks.
 */
export async function joinAfterConfirmation(
  sql: Sql,
  store: Store,
  to: Recipient,
  request: JoinRequest,
  facts: ConsentFacts,
): Promise<void> {
  const { storeId } = store
  const asked = sql`
    address = ${to.address}
    and medium = ${to.medium}
    and topic = any(${request.topics})
    and variant_id = any(${request.products.map(({ variantId }) => variantId)})`
  const stored = await sql`
    update consents
    set joins_on_yes = true
    where store_id = ${storeId}
      and (
        consent_id = ${request.consentId}
        or (
          ${request.speaksForAddress}
          and consent_id in (select consent_id from subscriptions where store_id = ${storeId} and ${asked} and status = 'unconfirmed')
        )
      )
    returning consent_id`
  if (stored.length > 0 || !request.speaksForAddress) return
  const [row] = await sql<{ hasConfirmed: boolean }[]>`
    select exists (select from subscriptions where store_id = ${storeId} and ${asked} and status in ('waiting', 'told')) as has_confirmed`
  if (row!.hasConfirmed) await chooseMailingList(sql, store, to, true, facts)
}

type ConfirmedJoin = ConsentFacts & Recipient

/** After a confirmation: those who requested it join. */
export async function joinConfirmed(sql: Sql, store: Store, subscriptionIds: readonly string[]): Promise<void> {
  if (subscriptionIds.length === 0) return
  const { storeId } = store
  const joining = await sql<ConfirmedJoin[]>`
    select distinct consent.medium, consent.address, text_version, source, user_agent, caller_hash
    from subscriptions subscription
    join consents consent
      on consent.store_id = ${storeId}
      and consent.address = subscription.address
      and consent.consent_id = subscription.consent_id
    where subscription.store_id = ${storeId}
      and subscription.subscription_id = any(${[...subscriptionIds]})
      and joins_on_yes`
  for (const { medium, address, ...facts } of joining) {
    await chooseMailingList(sql, store, { medium, address }, true, facts)
    const preference = { medium, joins: true, source: facts.source }
    if (medium === 'email') await notePreference(sql, store, accountId(store.tokenKey, address), preference)
  }
}

/** What a shopper's record shows about a medium. The first subscription counts as signing up, without marketing. */
export async function notePreference(
  sql: Sql,
  { storeId }: Store,
  shopperId: string,
  { medium, joins, source }: { medium: Medium; joins: boolean | undefined; source: string },
): Promise<void> {
  await sql`
    update shoppers
    set preferences = preferences || jsonb_build_object(
          ${medium}::text,
          jsonb_build_object(
            'signedUpAt', ${sql.unsafe(millis('now()'))},
            'acceptsMarketing', ${joins ?? false}::boolean,
            'source', ${source}::text
          )
        ),
        accepts_marketing = coalesce(${joins ?? null}::boolean, accepts_marketing),
        updated_at = now()
    where store_id = ${storeId}
      and shopper_id = ${shopperId}
      and (
        preferences -> ${medium}::text is null
        or preferences -> ${medium}::text -> 'acceptsMarketing' <> to_jsonb(${joins ?? null}::boolean)
      )`
}

/** A choice made before the account had a row is noted when the row is created. */
export async function noteEarlierChoices(sql: Sql, { storeId }: Store, emails: readonly string[]): Promise<void> {
  await sql`
    update shoppers
    set preferences = jsonb_build_object(
          choice.medium,
          jsonb_build_object(
            'signedUpAt', ${sql.unsafe(millis('choice.chosen_at'))},
            'acceptsMarketing', choice.joins,
            'source', consent.source
          )
        ) || preferences,
        accepts_marketing = choice.joins
    from mailing_choices choice
    join consents consent
      on consent.store_id = ${storeId}
      and consent.consent_id = choice.consent_id
    where shoppers.store_id = ${storeId}
      and shoppers.email = choice.address
      and choice.store_id = ${storeId}
      and choice.medium = 'email'
      and choice.address = any(${[...emails]})`
}
