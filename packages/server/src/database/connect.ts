/** The way to PostgreSQL: one pool a process, the type every room takes, and transactions. */
import { type Pooler, readAddress } from './address.ts'
import {
  begin,
  makeSql,
  poolRunner,
  type ReservedSql,
  reserve,
  type Sql,
  type TransactionSql,
} from './driver/handle.ts'
import { Listener, type Listening } from './driver/listener.ts'
import type { PendingQuery } from './driver/pending.ts'
import { Pool } from './driver/pool.ts'
import type { Row } from './driver/rows.ts'
import { readSettings } from './driver/settings.ts'
import { keepPulse, type Pulse } from './pulse.ts'

/** What a room needs to run statements: the pool or an open transaction, it can't tell which. */
export type { Sql }

/** A part of a statement, made in one room and put into another's. */
export type Fragment = PendingQuery<Row[]>

/** The pool itself: also begins transactions, listens and ends. */
export interface Database extends Sql {
  begin<T>(work: (sql: TransactionSql) => T | Promise<T>): Promise<Awaited<T>>
  begin<T>(how: string, work: (sql: TransactionSql) => T | Promise<T>): Promise<Awaited<T>>
  /** A connection of one's own, for settings and locks of a session. */
  reserve(): Promise<ReservedSql>
  listen(channel: string, hear: (payload: string) => void, onListen?: () => void): Promise<Listening>
  notify(channel: string, payload: string): Promise<void>
  /** Waits so many seconds at most for what is under way. */
  end(options?: { timeout?: number }): Promise<void>
}

export type ConnectOptions = {
  url: string
  /** So many connections carry all single statements, which are pipelined; as many more are there for transactions. */
  connections?: number
  name?: string
  onNotice?: (message: string) => void
  /** For whoever serves others: a database that hangs is given up, so that its callers can be told. */
  pulse?: Pulse | undefined
}

const poolers = new WeakMap<object, Pooler>()

/** Kept by the options, which a handle in a wrapping still shows. */
export const poolerOf = (sql: Sql): Pooler => poolers.get(sql.options) ?? 'none'

/** A pooler refuses what it can't set at each turn; there these are settings of the role, and doctor asks for them. */
const limits = { statement_timeout: '30000', idle_in_transaction_session_timeout: '60000' }

/** Where statements can't be pipelined, more connections make up for it; those to a pooler cost little. */
const unpipelined = 2

export function connect({ url, connections = 4, name = 'heartbell', onNotice, pulse }: ConnectOptions): Database {
  const address = readAddress(url) ?? { url, hosts: [], pooler: null }
  const pooler = address.pooler ?? 'none'
  const session = { application_name: name, ...(pooler === 'none' && limits) }
  // Only the primary; what is called `read-write` may be a standby.
  const settings = readSettings(address.url, session, address.hosts.length > 1 ? 'primary' : undefined)
  // Without names a pooler may give the connection away between two statements: so one statement at a time.
  const isPlain = pooler === 'transaction'
  const count = connections * (isPlain ? unpipelined : 1)
  const pool = new Pool(
    { ...settings, pipeline: true, onNotice },
    { lanes: count, sessions: count, depth: isPlain ? 1 : 32, slowAfter: 20, named: !isPlain },
  )
  if (pulse) pool.whenEnded(keepPulse(pool.dialer, pulse))
  poolers.set(pool.hooks, pooler)
  return makeDatabase(pool)
}

function makeDatabase(pool: Pool): Database {
  const share = null
  const listener = new Listener(pool.dialer)
  pool.whenEnded(() => listener.end())
  const sql = makeSql(poolRunner(pool, share), pool.hooks)
  return Object.assign(sql, {
    begin: (...args: unknown[]) => begin(pool, share, args.length > 1 ? String(args[0]) : '', args.at(-1) as never),
    reserve: () => reserve(pool, share),
    listen: listener.listen.bind(listener),
    notify: async (channel: string, payload: string) => void (await sql`select pg_notify(${channel}, ${payload})`),
    end: (options?: { timeout?: number }) => pool.end(options?.timeout),
  }) as Database
}

/** Runs `work` in one transaction; shadow the handle (`async (sql) => …`) so the outer one can't be used by mistake. */
export function transaction<T>(sql: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  return sql.begin((sql) => work(sql)) as Promise<T>
}
