/** Routes that write: the act and its audit row are one transaction, so neither exists without the other. */
import type { DashboardRoute } from '@heartbell/contract/dashboard/route'
import type { Answer, Returned } from '@heartbell/contract/dashboard/routes'
import { Refusal } from '@heartbell/contract/errors'
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import type { AuditAct } from '../../domain/audit/audit.ts'

/** What an act returns: the answer, and its audit row; null only where nothing was changed. */
export type Performed<R extends DashboardRoute> = { act: AuditAct | null } & (Answer<R> extends { done: true }
  ? { answer?: undefined }
  : { answer: Returned<R> })

/** `C` is what the route knows about the call. */
export type AuditedOptions<C, P> = {
  /** An entry that is committed first, for work too long for one transaction. */
  announce?: (call: C) => AuditAct
  /** Slow work (hashing, rendering, requests to other servers): it runs before the transaction and blocks no connection. */
  prepare?: (call: C) => Promise<P>
  /** Writes the entry of a refused attempt, outside of the transaction that was rolled back. */
  refused?: (call: C, refusal: Refusal) => Promise<void>
}

/** The act's transaction, and what was prepared before it. */
export type Within<P> = { sql: Database; prepared: P }

export async function perform<C, P>(
  pool: Database,
  { announce, prepare, refused }: AuditedOptions<C, P>,
  call: C,
  note: (sql: Sql, act: AuditAct) => Promise<void>,
  act: (call: C & Within<P>) => Promise<{ answer?: unknown; act: AuditAct | null }>,
): Promise<unknown> {
  if (announce) await note(pool, announce(call))
  try {
    const prepared = (await prepare?.(call)) as P
    return await nestedTransaction(pool, async (sql) => {
      const performed = await act({ ...call, sql, prepared })
      if (performed.act) await note(sql, performed.act)
      return performed.answer
    })
  } catch (error) {
    if (refused && error instanceof Refusal) await refused(call, error)
    throw error
  }
}
