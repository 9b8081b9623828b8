/** What the preview of a feed reads from the catalog: variants as they are now, and how many the feed lacks. */
import type { Sql } from '../../database/connect.ts'

export type VariantSummary = { title: string | null; price: number | null; stock: number | null }

export async function findVariantSummaries(
  sql: Sql,
  storeId: number,
  variantIds: string[],
): Promise<Map<string, VariantSummary>> {
  const rows = await sql<(VariantSummary & { variantId: string })[]>`
    select variant_id, title, price::float8, stock
    from variants
    where store_id = ${storeId}
      and variant_id = any(${variantIds})`
  return new Map(rows.map(({ variantId, ...summary }) => [variantId, summary]))
}

/** Variants on sale that are not among those seen in the feed. */
export async function countMissingVariants(sql: Sql, storeId: number, seen: Set<string>): Promise<number> {
  const [live] = await sql<{ live: number }[]>`
    select count(*) as live
    from variants
    where store_id = ${storeId}
      and deleted_at is null`
  const [kept] = await sql<{ kept: number }[]>`
    select count(*) as kept
    from variants
    where store_id = ${storeId}
      and deleted_at is null
      and variant_id = any(${[...seen]})`
  return live!.live - kept!.kept
}
