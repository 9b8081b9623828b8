/** Writes rows and does not give up while the database is away: what was sent must be known, or it is sent again. */
import { setTimeout as pause } from 'node:timers/promises'
import { isRejectedStatement } from '../../database/rejected-statement.ts'

/** A database that is away comes back; a statement that it refuses so often will be refused again. */
const mostRefusals = 5

type WarnOfAttempt = (attempts: number, error: unknown) => void

/**
 * What the database refuses together is written one by one: nobody gets a message twice because of another's row. `isLast`:
 * the row was refused alone too; `write` must leave out everything that the database may refuse.
 */
export const makePersistentWrite =
  (warn: WarnOfAttempt) =>
  async <Row>(rows: Row[], write: (rows: Row[], isLast: boolean) => Promise<void>): Promise<void> => {
    if (rows.length === 0 || (await persist(() => write(rows, false), warn))) return
    for (const row of rows)
      if (!(await persist(() => write([row], false), warn))) await persist(() => write([row], true), warn)
  }

/** False when the database refuses it for good; the leases expire then. */
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
