/** The pulse of a pool: a database that no longer answers is let go, so that whoever waits for it is told and not left waiting. */
import type { Connection } from './wire/connection.ts'
import type { Dialer } from './wire/dialer.ts'
import { ConnectionError } from './wire/errors.ts'

/** Milliseconds between two questions, and how long an answer may take. */
export type Pulse = { every: number; patience: number }
export const usualPulse: Pulse = { every: 2_000, patience: 8_000 }

const silence = () =>
  new ConnectionError('ETIMEDOUT', 'The database did not answer any more; its connections were given up.')

/**
 * Asks over a connection of its own, which no long statement stands before: one that takes its time is waited for, a database
 * that answers nobody is not. Ends what waits for it; the pool connects anew by itself.
 */
export function keepPulse(dialer: Dialer, { every, patience }: Pulse): () => Promise<void> {
  let connection: Connection | null = null
  let isAsking = false
  const ask = async () => {
    isAsking = true
    const clock = setTimeout(() => dialer.cut(silence()), patience)
    try {
      if (!connection || connection.lost) connection = await dialer.open({ application_name: 'heartbell pulse' })
      await connection.simple('select 1')
    } catch {
      // A database that is away has no connections to give up.
    }
    clearTimeout(clock)
    isAsking = false
  }
  const ticking = setInterval(() => isAsking || ask(), every).unref()
  return async () => {
    clearInterval(ticking)
  }
}
