/** The way to PostgreSQL: one pool a process, the type every room takes, and transactions. */
import { type Pooler, readAddress } from './address.ts'
import {
  begin,
  makeSql,
  poolRunner,
  type ReservedSql,
  reserve,
  type Tag,
  type TransactionSql,
} from './driver/handle.ts'
import { keepPulse, type Pulse } from './driver/health-probe.ts'
import { Listener, type Listening } from './driver/listener.ts'
import type { PendingQuery } from './driver/pending.ts'
import { Pool } from './driver/pool.ts'
import type { Lanes } from './driver/queues/lanes.ts'
import type { Sessions } from './driver/queues/sessions.ts'
import { type Holder, type Share, ShareBook, type ShareLimits } from './driver/queues/shares.ts'
import type { Row } from './driver/wire/rows.ts'
import { readSettings } from './driver/wire/settings.ts'

/** What a room needs to run statements: the pool or an open transaction, it can't tell which. */
export type Sql = Tag

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
  /** The same pool as one of several who share it: what is over the holder's share waits, and others go first. */
  as(holder: Holder): Database
  figures(): Lanes['figures'] & { transactions: Sessions['figures'] }
}

export type ConnectOptions = {
  url: string
  /** So many connections carry all single statements, which are pipelined. */
  connections?: number
  /** So many more, at most, for transactions, one each; opened when they are needed. */
  sessions?: number
  name?: string
  onNotice?: (message: string) => void
  /** For whoever serves others: a database that hangs is given up, so that its callers can be told. */
  pulse?: Pulse | undefined
  /** For whoever serves others: what one store, one shopper and the background may hold at most (`as`). `null`: anything. */
  shares?: ((lanes: number, sessions: number) => ShareLimits) | null
  /** Milliseconds that a statement waits for a lock before it fails. */
  lockTimeout?: number
}

const poolers = new WeakMap<object, Pooler>()

/** Kept by the options, which a handle in a wrapping still shows. */
export const poolerOf = (sql: Sql): Pooler => poolers.get(sql.options) ?? 'none'

/** A pooler refuses what it can't set at each turn; there these are settings of the role, and doctor asks for them. */
const limits = { statement_timeout: '30000', idle_in_transaction_session_timeout: '60000' }

/** Where statements can't be pipelined, more connections make up for it; those to a pooler cost little. */
const unpipelined = 2

export function connect(options: ConnectOptions): Database {
  const { url, connections = 4, sessions = connections, name = 'heartbell', onNotice, pulse, lockTimeout } = options
  const address = readAddress(url) ?? { url, hosts: [], pooler: null }
  const pooler = address.pooler ?? 'none'
  const timeouts = { ...limits, ...(lockTimeout && { lock_timeout: String(lockTimeout) }) }
  const session = { application_name: name, ...(pooler === 'none' && timeouts) }
  // Only the primary; what is called `read-write` may be a standby.
  const settings = readSettings(address.url, session, address.hosts.length > 1 ? 'primary' : undefined)
  // Without names a pooler may give the connection away between two statements: so one statement at a time.
  const isPlain = pooler === 'transaction'
  const times = isPlain ? unpipelined : 1
  const sizes = { lanes: connections * times, sessions: sessions * times }
  const pool = new Pool(
    { ...settings, pipeline: true, onNotice },
    { ...sizes, depth: isPlain ? 1 : 32, slowAfter: 20, named: !isPlain, ...(pooler !== 'none' && { lockTimeout }) },
  )
  if (pulse) pool.whenEnded(keepPulse(pool.dialer, pulse))
  poolers.set(pool.hooks, pooler)
  const shares = settings.hasShares && options.shares?.(sizes.lanes, sizes.sessions)
  return openHandles(pool, shares ? new ShareBook(shares) : null)
}

/** The handle of the pool itself, and those of the shares it is divided into. */
function openHandles(pool: Pool, book: ShareBook | null): Database {
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
      as: (holder: Holder) => (book ? of(book.of(holder)) : whole),
      figures: () => ({ ...pool.lanes.figures, transactions: pool.sessions.figures }),
    }) as Database
  }
  const stores = new WeakMap<Share, Database>()
  /** One of a store is kept as long as its share; one of a shopper lives as long as the call. */
  const of = (share: Share): Database => {
    if (share.parent) return Object.assign(make(share), { shared: of(share.parent) })
    const known = stores.get(share) ?? make(share)
    stores.set(share, known)
    return known
  }
  const whole = make(null)
  return whole
}

/** Runs `work` in one transaction; shadow the handle (`async (sql) => …`) so the outer one can't be used by mistake. */
export function transaction<T>(sql: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  return sql.begin((sql) => work(sql)) as Promise<T>
}
