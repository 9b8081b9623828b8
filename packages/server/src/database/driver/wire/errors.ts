/** Faults of the way to the database. Their codes are what callers judge them by; PostgreSQL's own come with its codes. */

type Code =
  | 'CONNECT_TIMEOUT'
  | 'CONNECTION_CLOSED'
  | 'CONNECTION_ENDED'
  | 'CONNECTION_DESTROYED'
  | 'POOL_BUSY'
  | 'ETIMEDOUT'

export class ConnectionError extends Error {
  readonly code: Code
  constructor(code: Code, says: string, cause?: unknown) {
    super(`${code}: ${says}`, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

type Said = Error & { code?: unknown; severity?: string; constraint?: string; table?: string }

/** PostgreSQL's own name for what the driver calls `constraint` and `table`. */
export function nameFields(error: Said): Said {
  const { constraint: constraint_name, table: table_name } = error
  return Object.assign(error, constraint_name && { constraint_name }, table_name && { table_name })
}

/** The server ends the connection with these. */
export const isLastWord = ({ severity, code }: Said) =>
  severity === 'FATAL' || severity === 'PANIC' || /^57P0[1235]$/.test(String(code))

/** The driver tells a lost connection by a sentence without a code. */
export const nameLoss = (error: Error): Error => (typeof (error as Said).code === 'string' ? error : asLoss(error))

/** For whoever comes after the loss: the fault itself belongs to those who were under way. */
export function asLoss(error: Error): Error {
  if (error instanceof ConnectionError) return error
  return new ConnectionError('CONNECTION_CLOSED', 'the connection to the database was lost', error)
}
