/** The way to PostgreSQL: one pool a process, the type every room takes, and transactions. */
import postgres from 'postgres'
import { type Address, type Pooler, readAddress } from './address.ts'
import { writeJson } from './json.ts'
import { keepPulse, keepSockets, type Pulse } from './pulse.ts'

/** What we write and read in our own way. */
type Types = { bigint: number; json: unknown }

/** What a room needs to run statements: the pool or an open transaction, it can't tell which. */
export type Sql = postgres.ISql<Types>

/** A part of a statement, made in one room and put into another's. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

/** The pool itself: also begins transactions, listens and ends. */
export type Database = postgres.Sql<Types>

/** Where statements can't be pipelined, more connections make up for it; those to a pooler cost little. */
const unpipelined = 3

export type ConnectOptions = {
  url: string
  /** Four connections carry as much as ten on one machine, because statements are pipelined. */
  connections?: number
  name?: string
  onNotice?: (message: string) => void
  /** For whoever serves others: a database that hangs is given up, so that its callers can be told. */
  pulse?: Pulse | undefined
}

/** Kept by the options, which a handle in a wrapping still shows. */
const poolers = new WeakMap<object, Pooler>()

export const poolerOf = (sql: Database): Pooler => poolers.get(sql.options) ?? 'none'

/** A pooler refuses what it can't set at each turn; there these are settings of the role, and doctor asks for them. */
const limits = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 }

/** What a pooler and a cluster of several hosts ask for. */
const mannersOf = ({ pooler, hosts }: Pick<Address, 'pooler' | 'hosts'>) => ({
  // Without prepared statements the driver asks for the types first, and between the question and the statement a pooler
  // may give the connection away at the end of an earlier statement: so one statement at a time.
  ...(pooler === 'transaction' && { prepare: false, max_pipeline: 0 }),
  // Only the primary; what the driver takes for `read-write` may be a standby.
  ...(hosts.length > 1 && { target_session_attrs: 'primary' as const }),
})

export function connect({ url, connections = 4, name = 'heartbell', onNotice, pulse }: ConnectOptions): Database {
  const address = readAddress(url) ?? { url, hosts: [], pooler: null }
  const pooler = address.pooler ?? 'none'
  const manners = mannersOf(address)
  const sockets = pulse && keepSockets()
  const sql: Database = postgres(address.url, {
    ...(sockets && { socket: sockets.open }),
    max: connections * (pooler === 'transaction' ? unpipelined : 1),
    connect_timeout: 5,
    // A database that comes back is noticed within a second.
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, 1),
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: (notice) => onNotice?.(notice.message ?? ''),
    connection: { application_name: name, ...(pooler === 'none' && limits) },
    // Column names only: the library's own camel option would also rename keys inside jsonb, which merchants own.
    transform: { column: { from: postgres.toCamel } },
    // bigint columns hold store numbers (48 bits) and counts, all safe integers.
    types: {
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
      json: { to: 114, from: [114, 3802], parse: JSON.parse, serialize: writeJson },
    },
    ...manners,
  })
  poolers.set(sql.options, pooler)
  return sockets ? withPulse(sql, keepPulse(address.url, sockets, pulse, manners)) : sql
}

/** The pulse ends with the pool. */
function withPulse(sql: Database, stop: () => Promise<void>): Database {
  const { end } = sql
  return Object.assign(sql, {
    end: async (options?: { timeout?: number }) => void (await Promise.all([stop(), end(options)])),
  })
}

/** Runs `work` in one transaction; shadow the handle (`async (sql) => …`) so the outer one can't be used by mistake. */
export function transaction<T>(sql: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  return sql.begin((sql) => work(sql)) as Promise<T>
}
