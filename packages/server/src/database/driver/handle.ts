/** The handle that call sites use: a tag for statements, with transactions, listening and an end. */

import { PendingQuery, type Runner } from './pending.ts'
import type { Hooks, Pool, StatementRequest } from './pool.ts'
import type { Share } from './queues/shares.ts'
import type { Connection } from './wire/connection.ts'
import type { Row, Rows } from './wire/rows.ts'
import { Assignments, Identifier, type SqlFragment } from './wire/text.ts'
import { Json } from './wire/values.ts'

type Scalar = string | number | bigint | boolean | Date | Uint8Array | null
/** What may be in `${…}`. */
export type Value = Scalar | readonly Value[] | Json | SqlFragment | Identifier | Assignments

export interface SqlTag {
  /** An identifier that is known only at run time. */
  (name: string): Identifier
  (assignments: Readonly<Record<string, Value>>): Assignments
  <T extends readonly unknown[] = Row[]>(strings: TemplateStringsArray, ...values: readonly Value[]): PendingQuery<T>
  /** Raw text: a statement, several statements without values, or a fragment of another. */
  unsafe<T extends readonly unknown[] = Row[]>(
    text: string,
    values?: readonly unknown[],
    how?: { prepare?: boolean },
  ): PendingQuery<T>
  json(value: unknown): Json
  /** The handle of the whole store, for statements that do work of several shoppers; otherwise the same handle. */
  readonly shared: SqlTag
  readonly options: Hooks
}

export interface TransactionSql extends SqlTag {
  savepoint<T>(work: (sql: TransactionSql) => T | Promise<T>): Promise<T>
}

/** One connection until it is released. */
export interface ReservedSql extends SqlTag {
  readonly pid: number
  /** Resolves when the connection is lost before it is released. */
  readonly lost: Promise<void>
  release(): void
}

/** The part of a handle that only runs statements. */
export function makeSql(runner: Runner, options: Hooks): SqlTag {
  const sql = (first: unknown, ...args: unknown[]) => {
    if (Array.isArray(first) && 'raw' in first) return new PendingQuery(runner, first as string[], args, 'template')
    return typeof first === 'string' ? new Identifier(first) : new Assignments(first as Record<string, unknown>)
  }
  sql.unsafe = (text: string, values: readonly unknown[] = [], how: { prepare?: boolean } = {}) =>
    new PendingQuery(runner, [text], values, how.prepare ? 'kept' : values.length > 0 ? 'once' : 'plain')
  sql.json = (value: unknown) => new Json(value)
  sql.options = options
  sql.shared = sql as unknown as SqlTag
  return sql as unknown as SqlTag
}

/** Runs `work` in one transaction on its own connection. */
export async function begin<T>(
  pool: Pool,
  share: Share | null,
  how: string,
  work: (sql: TransactionSql) => T | Promise<T>,
): Promise<T> {
  const connection = await pool.sessions.acquire(share)
  let isOpen = true
  const send = (request: StatementRequest) => {
    if (isOpen) return pool.runOn(connection, request)
    return Promise.reject(new Error('This transaction has ended; its handle cannot be used any more.'))
  }
  try {
    await connection.simple(writeBegin(how, share?.limits.lockTimeout ?? pool.lockTimeout))
    const result = await scope(pool, send, work).catch(async (error) => {
      await connection.simple('rollback').catch(() => connection.cut())
      throw error
    })
    const { command } = (await connection.simple('commit')) as Rows
    if (command !== 'COMMIT') throw new Error('A statement of this transaction failed, so it was rolled back.')
    return result
  } finally {
    isOpen = false
    pool.sessions.release(connection, share)
  }
}

function writeBegin(how: string, lockTimeout: number | undefined): string {
  const begin = how ? `begin ${how}` : 'begin'
  return lockTimeout === undefined ? begin : `${begin}; set local lock_timeout = ${lockTimeout}`
}

let savepoints = 0

/**
 * A failed statement fails everything up to the next savepoint, even if its error was caught: PostgreSQL would roll it back
 * anyway.
 */
async function scope<T>(pool: Pool, send: Runner['run'], work: (sql: TransactionSql) => T | Promise<T>): Promise<T> {
  let fault: Error | null = null
  const run: Runner['run'] = async (request) => {
    try {
      return await send(request)
    } catch (error) {
      fault ??= error as Error
      throw error
    }
  }
  const runner: Runner = {
    run,
    within: (work) => work(run),
  }
  const savepoint = async <T>(work: (sql: TransactionSql) => T | Promise<T>): Promise<T> => {
    const name = `s${++savepoints}`
    await run(plain(`savepoint ${name}`))
    const result = await scope(pool, send, work).catch(async (error) => {
      await run(plain(`rollback to ${name}`))
      throw error
    })
    return result
  }
  const sql = Object.assign(makeSql(runner, pool.hooks), { savepoint }) as TransactionSql
  let result: T
  try {
    const worked = work(sql)
    result = (await (Array.isArray(worked) ? Promise.all(worked) : worked)) as T
  } catch (error) {
    // The first error is the cause; later ones only say that the transaction is aborted.
    throw (error as { code?: string }).code === '25P02' && fault ? fault : error
  }
  if (fault) throw fault
  return result
}

const plain = (text: string): StatementRequest => ({ text, values: [], types: null, mode: 'plain', asArrays: false })

export async function reserve(pool: Pool, share: Share | null): Promise<ReservedSql> {
  const connection = await pool.sessions.acquire(share)
  const run: Runner['run'] = (request) => pool.runOn(connection, request)
  let isHeld = true
  return Object.assign(makeSql({ run, within: (work) => work(run) }, pool.hooks), {
    pid: connection.pid,
    lost: new Promise<void>((resolve) => connection.whenLost(() => isHeld && resolve())),
    release: () => {
      if (isHeld) pool.sessions.release(connection, share)
      isHeld = false
    },
  }) as ReservedSql
}

/** A cursor needs a transaction. */
export const poolRunner = (pool: Pool, share: Share | null): Runner => ({
  run: (request) => pool.run(request, share),
  async *within(work) {
    const connection: Connection = await pool.sessions.acquire(share)
    try {
      await connection.simple('begin')
      yield* work((request) => pool.runOn(connection, request))
    } finally {
      await connection.simple('rollback').catch(() => connection.cut())
      pool.sessions.release(connection, share)
    }
  },
})
