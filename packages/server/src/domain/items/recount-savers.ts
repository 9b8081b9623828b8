/**
 * Counts savers again after lists changed their owner or were deleted, in batches of products, for shoppers with too many items
 * for one transaction. A statement compares lists and counts at the same moment and adds the difference, so concurrent saves
 * and removals do no harm.
 */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { signalBackgroundWork } from '../schedule/signal-background-work.ts'
import { recountSavers } from './saver-counts.ts'

/** `besideId`: the second shopper of a merge, counted in the same batches; equal to `shopperId` where there is none. */
export type Recount = { storeId: number; shopperId: string; besideId: string }

/** Restarts a running recount at the first product: it may have passed the products that changed now. */
export async function requestRecount(sql: Sql, { storeId, shopperId, besideId }: Recount): Promise<void> {
  await sql`
    insert into saver_recounts (store_id, shopper_id, beside_id)
    values (${storeId}, ${shopperId}, ${besideId})
    on conflict (store_id, shopper_id, beside_id) do update
    set after_product = ''`
  signalBackgroundWork()
}

const batchSize = 500

export async function finishRecount(sql: Database, recount: Recount, isStopped = () => false): Promise<void> {
  while (!isStopped() && (await transaction(sql, (sql) => recountBatch(sql, recount))));
}

/** True when products remain to be counted. */
async function recountBatch(sql: Sql, { storeId, shopperId, besideId }: Recount): Promise<boolean> {
  const [asked] = await sql<{ afterProduct: string }[]>`
    select after_product
    from saver_recounts
    where store_id = ${storeId}
      and shopper_id = ${shopperId}
      and beside_id = ${besideId}
    for update`
  if (!asked) return false
  const both = [shopperId, besideId]
  const counted = await sql<{ productId: string }[]>`
    select distinct product_id
    from product_savers
    where store_id = ${storeId}
      and shopper_id = any(${both}::uuid[])
      and product_id > ${asked.afterProduct}
    order by product_id
    limit ${batchSize}`
  const productIds = counted.map(({ productId }) => productId)
  if (productIds.length > 0) await recountSavers(sql, storeId, both, productIds)
  if (productIds.length < batchSize) {
    await sql`
      delete from saver_recounts
      where store_id = ${storeId}
        and shopper_id = ${shopperId}
        and beside_id = ${besideId}`
    return false
  }
  await sql`
    update saver_recounts
    set after_product = ${productIds.at(-1)!}
    where store_id = ${storeId}
      and shopper_id = ${shopperId}
      and beside_id = ${besideId}`
  return true
}
