/** Any variant: a request for the variant that was asked for before means the subscription that planning moved to another one. */
import type { Sql } from '../../database/connect.ts'
import { newId } from '../secrets/ids.ts'
import type { Recipient } from '../shoppers/addresses.ts'
import type { Store } from '../stores/stores.ts'

type Wanted = { variantId: string; productId: string; url: string }

/** A product of a request, for one topic. */
export type WantedRow<P extends Wanted> = P & {
  id: string
  topic: string
  /** The variant as requested, of a subscription that waits in the line of another one. */
  askedVariantId: string | null
}

type MovedAlert = { topic: string; askedVariantId: string; variantId: string; productId: string; url: string }

/** Each product with each topic; one that was moved, as it stands now. */
export async function toMoved<P extends Wanted>(
  sql: Sql,
  store: Store,
  to: Recipient,
  { topics, products }: { topics: string[]; products: P[] },
): Promise<WantedRow<P>[]> {
  const moved = await lockMoved(sql, store, to, topics, products)
  const rows = topics.flatMap((topic) =>
    products.map((product): WantedRow<P> => {
      const now = moved.find((one) => one.topic === topic && one.askedVariantId === product.variantId)
      return { ...product, ...now, askedVariantId: now?.askedVariantId ?? null, id: newId(), topic }
    }),
  )
  // A call may name both variants: one row, the one that asks for the variant itself.
  const isNamed = ({ topic, variantId }: WantedRow<P>) =>
    rows.some((row) => row.topic === topic && row.variantId === variantId && row.askedVariantId === null)
  return rows.filter((row) => row.askedVariantId === null || !isNamed(row))
}

/** Locked, so that planning does not move it on meanwhile. Not where the address also waits for the variant itself. */
const lockMoved = (
  sql: Sql,
  { storeId }: Store,
  { address, medium }: Recipient,
  topics: string[],
  products: Wanted[],
) => sql<MovedAlert[]>`
  select topic, asked_variant_id, variant_id, product_id, url
  from subscriptions moved
  where store_id = ${storeId}
    and address = ${address}
    and medium = ${medium}
    and topic = any(${topics})
    and asked_variant_id = any(${products.map(({ variantId }) => variantId)})
    and status in ('unconfirmed', 'waiting')
    and not exists (
      select from subscriptions direct
      where direct.store_id = ${storeId}
        and direct.address = ${address}
        and direct.medium = ${medium}
        and direct.topic = moved.topic
        and direct.variant_id = moved.asked_variant_id
        and direct.status in ('unconfirmed', 'waiting')
    )
  order by subscription_id
  for update`
