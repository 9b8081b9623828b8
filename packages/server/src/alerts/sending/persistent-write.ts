/** Writes rows, and retries while the database is down: a sent message that is not recorded would be sent again. */
import { setTimeout as pause } from 'node:timers/promises'
import { isRejectedStatement } from '../../database/rejected-statement.ts'

/** A database that is down recovers; a statement that is rejected this often stays rejected. */
const mostRefusals = 5

type WarnOfAttempt = (attempts: number, error: unknown) => void

/**
 * Rows that the database rejects as a batch are written one by one, so that a bad row does not cause other messages to be
 * sent twice. `isLast`: the row alone was rejected too; `write` must omit every value that the database may reject.
 */
export const makePersistentWrite =
  (warn: WarnOfAttempt) =>
  async <Row>(rows: Row[], write: (rows: Row[], isLast: boolean) => Promise<void>): Promise<void> => {
    if (rows.length === 0 || (await persist(() => write(rows, false), warn))) return
    for (const row of rows)
      if (!(await persist(() => write([row], false), warn))) await persist(() => write([row], true), warn)
  }

/** False when the database rejects the write permanently; the leases then expire. */
async function persist(write: () => Promise<void>, warn: WarnOfAttempt): Promise<boolean> {
  let refusals = 0
  for (let attempts = 1; ; attempts++) {
    try {
      await write()
      return true
    } catch (error) {
      warn(attempts, error)
      if (isRejectedStatement(error) && ++refusals === mostRefusals) return false
      await pause(Math.min(100 * attempts, 1000))
    }
  }
}
