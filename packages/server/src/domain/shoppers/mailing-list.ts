/** The store's mailing list: what an address chose, apart from any alert, and what its shopper's record shows of it. */
import type { Sql } from '../../database/connect.ts'
import { millis } from '../../database/json.ts'
import { newId } from '../secrets/ids.ts'
import { accountId } from '../secrets/tokens.ts'
import type { Store } from '../stores/stores.ts'
import type { Medium, Recipient } from './addresses.ts'
import { type ConsentFacts, consentColumns, consentValues } from './consents.ts'

/** The same choice again adds nothing; another one is a consent given or withdrawn, to be forwarded. */
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

export type Wish = {
  consentId: string
  topics: string[]
  products: { variantId: string }[]
  speaksForAddress: boolean
}

/**
 * Keeps the wish to join until the address says its second yes. A stranger's wish is kept with what the stranger asked for and nothing
 * else, so that it does not ride on somebody else's yes. Where the store speaks for an address that has said yes before, it joins now.
 */
export async function joinAfterConfirmation(
  sql: Sql,
  store: Store,
  to: Recipient,
  wish: Wish,
  facts: ConsentFacts,
): Promise<void> {
  const { storeId } = store
  const asked = sql`
    address = ${to.address}
    and medium = ${to.medium}
    and topic = any(${wish.topics})
    and variant_id = any(${wish.products.map(({ variantId }) => variantId)})`
  const kept = await sql`
    update consents
    set joins_on_yes = true
    where store_id = ${storeId}
      and (
        consent_id = ${wish.consentId}
        or (
          ${wish.speaksForAddress}
          and consent_id in (select consent_id from subscriptions where store_id = ${storeId} and ${asked} and status = 'unconfirmed')
        )
      )
    returning consent_id`
  if (kept.length > 0 || !wish.speaksForAddress) return
  const [row] = await sql<{ saidYes: boolean }[]>`
    select exists (select from subscriptions where store_id = ${storeId} and ${asked} and status in ('waiting', 'told')) as said_yes`
  if (row!.saidYes) await chooseMailingList(sql, store, to, true, facts)
}

type Joining = ConsentFacts & Recipient

/** With the second yes: who wished to join does. */
export async function joinConfirmed(sql: Sql, store: Store, subscriptionIds: readonly string[]): Promise<void> {
  if (subscriptionIds.length === 0) return
  const { storeId } = store
  const joining = await sql<Joining[]>`
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
    const told = { medium, joins: true, source: facts.source }
    if (medium === 'email') await notePreference(sql, store, accountId(store.tokenKey, address), told)
  }
}

/** What a shopper's record tells of a medium (spec 2.8); a first word about it counts as signing up, without marketing. */
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
