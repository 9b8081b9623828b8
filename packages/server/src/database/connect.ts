/** The connection to PostgreSQL: one pool per process, the `Sql` type that all functions accept, and transactions. */
import { type Pooler, readAddress } from './address.ts'
import {
  begin,
  makeSql,
  poolRunner,
  type ReservedSql,
  reserve,
  type SqlTag,
  type TransactionSql,
} from './driver/handle.ts'
import { type HealthProbe, startHealthProbe } from './driver/health-probe.ts'
import { Listener, type Listening } from './driver/listener.ts'
import type { PendingQuery } from './driver/pending.ts'
import { Pool } from './driver/pool.ts'
import type { Lanes } from './driver/queues/lanes.ts'
import type { Sessions } from './driver/queues/sessions.ts'
import { type PoolUser, type Share, type ShareLimits, ShareRegistry } from './driver/queues/shares.ts'
import type { Row } from './driver/wire/rows.ts'
import { readSettings } from './driver/wire/settings.ts'

/** What a function needs to run statements: the pool or an open transaction. It cannot tell which. */
export type Sql = SqlTag

/** A part of a statement, built in one place and used inside another statement. */
export type Fragment = PendingQuery<Row[]>

/** The pool itself: it can also begin transactions, listen and end. */
export interface Database extends Sql {
  begin<T>(work: (sql: TransactionSql) => T | Promise<T>): Promise<Awaited<T>>
  begin<T>(how: string, work: (sql: TransactionSql) => T | Promise<T>): Promise<Awaited<T>>
  /** One connection of its own, for session settings and locks. */
  reserve(): Promise<ReservedSql>
  listen(channel: string, onMessage: (payload: string) => void, onListen?: () => void): Promise<Listening>
  notify(channel: string, payload: string): Promise<void>
  /** Waits at most `timeout` seconds for running statements. */
  end(options?: { timeout?: number }): Promise<void>
  /** The same pool, used as one of its users: work above this user's share waits, and others go first. */
  as(user: PoolUser): Database
  figures(): Lanes['figures'] & { transactions: Sessions['figures'] }
}

export type ConnectOptions = {
  url: string
  /** Connections for single statements, which are pipelined. */
  connections?: number
  /** At most this many more connections for transactions, one each, opened on demand. */
  sessions?: number
  name?: string
  onNotice?: (message: string) => void
  /** For servers: if the database hangs, drop its connections, so that callers get an error instead of waiting. */
  healthProbe?: HealthProbe | undefined
  /** For servers: how much one store, one shopper and background work may use at most (`as`). `null`: no limit. */
  shares?: ((lanes: number, sessions: number) => ShareLimits) | null
  /** Milliseconds a statement waits for a lock before it fails. */
  lockTimeout?: number
}

const poolers = new WeakMap<object, Pooler>()

/** Stored by the options object, because a proxy around a handle still exposes it. */
export const poolerOf = (sql: Sql): Pooler => poolers.get(sql.options) ?? 'none'

/** A transaction pooler rejects session settings. There they belong to the database role, and `doctor` checks them. */
const limits = { statement_timeout: '30000', idle_in_transaction_session_timeout: '60000' }

/** Without pipelining, use more connections instead; connections to a pooler are cheap. */
const unpipelined = 2

export function connect(options: ConnectOptions): Database {
  const {
    url,
    connections = 4,
    sessions = connections,
    name = 'heartbell',
    onNotice,
    healthProbe,
    lockTimeout,
  } = options
  const address = readAddress(url) ?? { url, hosts: [], pooler: null }
  const pooler = address.pooler ?? 'none'
  const timeouts = { ...limits, ...(lockTimeout && { lock_timeout: String(lockTimeout) }) }
  const session = { application_name: name, ...(pooler === 'none' && timeouts) }
  // Not `read-write`: a standby may match that.
  const settings = readSettings(address.url, session, address.hosts.length > 1 ? 'primary' : undefined)
  // Without prepared statements a pooler may switch the connection between two statements, so send one at a time.
  const isPlain = pooler === 'transaction'
  const times = isPlain ? unpipelined : 1
  const sizes = { lanes: connections * times, sessions: sessions * times }
  const pool = new Pool(
    { ...settings, pipeline: true, onNotice },
    { ...sizes, depth: isPlain ? 1 : 32, slowAfter: 20, named: !isPlain, ...(pooler !== 'none' && { lockTimeout }) },
  )
  if (healthProbe) pool.whenEnded(startHealthProbe(pool.dialer, healthProbe))
  poolers.set(pool.hooks, pooler)
  const shares = settings.hasShares && options.shares?.(sizes.lanes, sizes.sessions)
  return openHandles(pool, shares ? new ShareRegistry(shares) : null)
}

/** The handle of the pool itself, and one handle for each share of it. */
function openHandles(pool: Pool, registry: ShareRegistry | null): Database {
  const listener = new Listener(pool.dialer)
  pool.whenEnded(() => listener.end())
  const make = (share: Share | null): Database => {
    const sql = makeSql(poolRunner(pool, share), pool.hooks)
    return Object.assign(sql, {
      begin: (...args: unknown[]) => begin(pool, share, args.length > 1 ? String(args[0]) : '', args.at(-1) as never),
      reserve: () => reserve(pool, share),
      listen: listener.listen.bind(listener),
      notify: async (channel: string, payload: string) => void (await sql`select pg_notify(${channel}, ${payload})`),
      end: (options?: { timeout?: number }) => pool.end(options?.timeout),
      as: (user: PoolUser) => (registry ? of(registry.of(user)) : whole),
      figures: () => ({ ...pool.lanes.figures, transactions: pool.sessions.figures }),
    }) as Database
  }
  const stores = new WeakMap<Share, Database>()
  /** A store's handle lives as long as its share; a shopper's handle only for one call. */
  const of = (share: Share): Database => {
    if (share.parent) return Object.assign(make(share), { shared: of(share.parent) })
    const known = stores.get(share) ?? make(share)
    stores.set(share, known)
    return known
  }
  const whole = make(null)
  return whole
}

/** Runs `work` in one transaction. Shadow the handle (`async (sql) => …`), so that the outer one cannot be used by mistake. */
export function transaction<T>(sql: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  return sql.begin((sql) => work(sql)) as Promise<T>
}

/** Within a transaction: if `work` fails, only its own changes are undone, and the transaction goes on. */
export function savepoint<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  return (sql as TransactionSql).savepoint(work)
}
