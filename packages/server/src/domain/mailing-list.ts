/** The store's mailing list: what an address chose, apart from any alert, and what its shopper's record shows of it. */
import type { Sql } from '../database/connect.ts'
import { millis } from '../database/json.ts'
import type { Medium, Reach } from './addresses.ts'
import { type ConsentFacts, consentColumns, consentValues } from './consents.ts'
import { newId } from './ids.ts'
import type { Store } from './stores.ts'

/** The same choice again adds nothing; another one is a consent given or withdrawn, to be forwarded. */
export async function chooseMailingList(
  sql: Sql,
  store: Store,
  to: Reach,
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
