/** Routes of the dashboard that change something: the act and its audit row are one transaction. */
import { Refusal } from '@heartbell/contract/errors'
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import type { AuditAct } from '../../domain/audit/audit.ts'

/** What an act gives back: the answer, and its audit row; null only where nothing was changed. */
export type Done = { answer?: unknown; act: AuditAct | null }

/** How an act is done; `M` is what the route knows about the call. */
export type Doing<M, P> = {
  /** Written and committed before anything else, for work too long for one transaction. */
  announce?: (call: M) => AuditAct
  /** Slow or outside work (hashing, rendering, other people's servers): no connection is held during it. */
  prepare?: (call: M) => Promise<P>
  /** The row of an attempt that was refused; null for none. It is written although the act is not done. */
  refused?: (call: M, refusal: Refusal) => Promise<void>
}

/** The handle of an act's transaction, and what was prepared before it. */
export type Within<P> = { sql: Database; prepared: P }

export async function perform<M, P>(
  pool: Database,
  { announce, prepare, refused }: Doing<M, P>,
  call: M,
  note: (sql: Sql, act: AuditAct) => Promise<void>,
  act: (call: M & Within<P>) => Promise<Done>,
): Promise<unknown> {
  if (announce) await note(pool, announce(call))
  try {
    const prepared = (await prepare?.(call)) as P
    return await nestedTransaction(pool, async (sql) => {
      const done = await act({ ...call, sql, prepared })
      if (done.act) await note(sql, done.act)
      return done.answer
    })
  } catch (error) {
    if (refused && error instanceof Refusal) await refused(call, error)
    throw error
  }
}
