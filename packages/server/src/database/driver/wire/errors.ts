/** Errors of the connection to the database. Callers decide by their codes; PostgreSQL's own errors have PostgreSQL's codes. */

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

type DriverError = Error & { code?: unknown; severity?: string; constraint?: string; table?: string }

/** Adds PostgreSQL's names for what the driver calls `constraint` and `table`. */
export function addFieldNames(error: DriverError): DriverError {
  const { constraint: constraint_name, table: table_name } = error
  return Object.assign(error, constraint_name && { constraint_name }, table_name && { table_name })
}

/** Errors with which the server closes the connection. */
export const endsConnection = ({ severity, code }: DriverError) =>
  severity === 'FATAL' || severity === 'PANIC' || /^57P0[1235]$/.test(String(code))

/** The driver reports a lost connection as a message without a code. */
export const withLossCode = (error: Error): Error =>
  typeof (error as DriverError).code === 'string' ? error : toLossError(error)

/** For statements sent after the loss. Only those in flight get the original error. */
export function toLossError(error: Error): Error {
  if (error instanceof ConnectionError) return error
  return new ConnectionError('CONNECTION_CLOSED', 'the connection to the database was lost', error)
}
