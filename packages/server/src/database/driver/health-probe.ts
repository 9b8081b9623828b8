/**
 * Health probe of a pool: when the database stops answering, all its connections are closed, so that callers get an error instead
 * of waiting.
 */
import type { Connection } from './wire/connection.ts'
import type { Dialer } from './wire/dialer.ts'
import { ConnectionError } from './wire/errors.ts'

/** Milliseconds between two probes, and how long an answer may take. */
export type HealthProbe = { every: number; timeoutMillis: number }
export const defaultHealthProbe: HealthProbe = { every: 2_000, timeoutMillis: 8_000 }

const timeoutError = () =>
  new ConnectionError('ETIMEDOUT', 'The database stopped answering; its connections were closed.')

/**
 * Uses its own connection, so that a long statement does not delay the probe: slow statements are waited for, a database that
 * answers nothing is not. Closing the connections fails all waiting calls; the pool then reconnects by itself.
 */
export function startHealthProbe(dialer: Dialer, { every, timeoutMillis }: HealthProbe): () => Promise<void> {
  let connection: Connection | null = null
  let isProbing = false
  const probe = async () => {
    isProbing = true
    const timer = setTimeout(() => dialer.cut(timeoutError()), timeoutMillis)
    try {
      if (!connection || connection.lost) connection = await dialer.open({ application_name: 'heartbell health probe' })
      await connection.simple('select 1')
    } catch {
      // A database that is down has no connections to close.
    }
    clearTimeout(timer)
    isProbing = false
  }
  const interval = setInterval(() => isProbing || probe(), every).unref()
  return async () => {
    clearInterval(interval)
  }
}
