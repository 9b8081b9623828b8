/** Compares the ledger with the database: acknowledged writes exist once, and nothing exists that was not sent. */
import type { Database } from '../../../packages/server/src/database/connect.ts'
import type { Ledger } from './ledger.ts'

export type Findings = {
  /** Acknowledged, and exists once. */
  ok: number
  lost: number
  /** Exists twice, in another list than it was sent to, or was never sent. */
  doubled: number
  /** Lists whose count differs from the number of their items. */
  wrongCounts: number
  /** Not acknowledged, but exists. */
  unknownThere: number
  /** Calls of which only some writes exist. */
  torn: number
}

/** `writeOf` returns the write that created an item. */
export async function checkLedger(
  sql: Database,
  storeId: number,
  ledger: Ledger,
  writeOf: (listId: string, variantId: string) => number | null,
): Promise<Findings> {
  const seen = new Uint8Array(ledger.size)
  const findings = { ok: 0, lost: 0, doubled: 0, wrongCounts: 0, unknownThere: 0, torn: 0 }
  const items = sql<{ listId: string; variantId: string }[]>`
    select list_id, variant_id
    from items
    where store_id = ${storeId}`
  for await (const rows of items.cursor(10_000)) {
    for (const { listId, variantId } of rows) {
      const write = writeOf(listId, variantId)
      if (write === null || !ledger.wasSent(write) || seen[write] === 1) findings.doubled++
      else seen[write] = 1
    }
  }
  for (let write = 0; write < ledger.size; write++) {
    if (!ledger.isAcknowledged(write)) findings.unknownThere += seen[write]!
    else if (seen[write] === 1) findings.ok++
    else findings.lost++
  }
  for (let write = 0; write < ledger.size; write += ledger.callOf(write).length) {
    const { first, length } = ledger.callOf(write)
    const there = seen.subarray(first, first + length).reduce((sum, one) => sum + one, 0)
    if (there !== 0 && there !== length) findings.torn++
  }
  findings.wrongCounts = await countWrongCounts(sql, storeId)
  return findings
}

async function countWrongCounts(sql: Database, storeId: number): Promise<number> {
  const [row] = await sql<{ wrong: number }[]>`
    select count(*) as wrong
    from lists
    where store_id = ${storeId}
      and item_count <> (
        select count(*)
        from items
        where items.store_id = lists.store_id
          and items.list_id = lists.list_id
      )`
  return row!.wrong
}
