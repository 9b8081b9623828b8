/** Any variant: subscriptions that wait for any variant of a product join the line of the variant that is back. */
import { type Sql, savepoint } from '../../database/connect.ts'
import { findJoining, type JoiningAlert, listedFor, type RestockedLine } from './find-joining.ts'
import { joinEnded } from './join-ended.ts'

/**
 * True if there may be more to join, beyond `most`. They keep their place, which planning may have passed already (`passed_over`).
 * One whose address is notified of this very variant anyway stays where it is: one message is enough. So do all but the first of an
 * address that waits for any variant several times: a variant has one subscription of an address.
 */
export async function joinLine(sql: Sql, round: RestockedLine, most: number): Promise<boolean> {
  const found = await findJoining(sql, round, listedFor(sql, round), most)
  if (found.length === 0) return false
  await lock(sql, round, found)
  // Read again: who left or asked for this variant while we waited for the locks.
  const ids = found.map(({ subscriptionId }) => subscriptionId)
  const joining = await findJoining(sql, round, sql`select unnest(${ids}::uuid[]) as subscription_id`, most)
  const isLocked = new Set(found.map(({ subscriptionId, existingId }) => `${subscriptionId} ${existingId}`))
  const locked = joining.filter(({ subscriptionId, existingId }) => isLocked.has(`${subscriptionId} ${existingId}`))
  const moving = locked.filter(({ existingId }) => existingId === null)
  const ended = locked.filter(({ existingId }) => existingId !== null)
  const isMoved = await moveInto(sql, round, moving)
  await joinEnded(sql, round, ended)
  return !isMoved || found.length === most || locked.length < joining.length
}

/** In one order, as moving an alert by hand does. */
const lock = (sql: Sql, { storeId }: RestockedLine, found: JoiningAlert[]) => sql`
  select
  from subscriptions
  where store_id = ${storeId}
    and subscription_id = any(${found.flatMap(({ subscriptionId, existingId }) => [subscriptionId, existingId ?? []].flat())}::uuid[])
  order by subscription_id
  for update`

const isTaken = (error: unknown) => (error as { code?: string }).code === '23505'

/**
 * False if an address asked for this very variant in the same moment: its new row takes the place that one of them would get. Then
 * none moves in this turn, the others in line are planned, and the next turn sees that row.
 */
async function moveInto(sql: Sql, { storeId, variantId }: RestockedLine, moving: JoiningAlert[]): Promise<boolean> {
  if (moving.length === 0) return true
  try {
    await savepoint(
      sql,
      async (sql) =>
        await sql`
      with joined as (
        update subscriptions subscription
        set variant_id = ${variantId},
            asked_variant_id = nullif(coalesce(asked_variant_id, variant_id), ${variantId}),
            url = coalesce((
              select coalesce(variants.url, variants.variant_url)
              from variants
              where variants.store_id = ${storeId}
                and variants.variant_id = ${variantId}
            ), subscription.url),
            passed_over = true,
            told_trigger_id = null,
            updated_at = now()
        where store_id = ${storeId}
          and subscription_id = any(${moving.map(({ subscriptionId }) => subscriptionId)}::uuid[])
        returning subscription_id, status
      )
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}, subscription_id, joined.status, 'moved',
        jsonb_build_object('variantId', ${variantId}::text, 'fromVariant', before.variant_id)
      from joined
      -- as it was before this statement
      join subscriptions before using (subscription_id)
      where before.store_id = ${storeId}`,
    )
    return true
  } catch (error) {
    if (!isTaken(error)) throw error
    return false
  }
}
