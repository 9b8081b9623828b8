/** The handle that call sites hold: a tag for statements, with transactions, listening and an end. */

import { PendingQuery, type Runner } from './pending.ts'
import type { Ask, Hooks, Pool } from './pool.ts'
import type { Share } from './queues/shares.ts'
import type { Connection } from './wire/connection.ts'
import type { Row, Rows } from './wire/rows.ts'
import { Assignments, Identifier, type Part } from './wire/text.ts'
import { Json } from './wire/values.ts'

type Scalar = string | number | bigint | boolean | Date | Uint8Array | null
/** What may stand in `${…}`. */
export type Value = Scalar | readonly Value[] | Json | Part | Identifier | Assignments

export interface Tag {
  /** A name that is not known when the statement is written. */
  (name: string): Identifier
  (assignments: Readonly<Record<string, Value>>): Assignments
  <T extends readonly unknown[] = Row[]>(strings: TemplateStringsArray, ...values: readonly Value[]): PendingQuery<T>
  /** Text as it is: a statement, several without values, or a fragment of another. */
  unsafe<T extends readonly unknown[] = Row[]>(
    text: string,
    values?: readonly unknown[],
    how?: { prepare?: boolean },
  ): PendingQuery<T>
  json(value: unknown): Json
  /** The handle of the whole store, for statements that carry the work of several shoppers; elsewhere the same one. */
  readonly shared: Tag
  readonly options: Hooks
}

export interface TransactionSql extends Tag {
  savepoint<T>(work: (sql: TransactionSql) => T | Promise<T>): Promise<T>
}

/** One connection for as long as it is not given back. */
export interface ReservedSql extends Tag {
  readonly pid: number
  /** Resolves when the connection is gone and was not given back before. */
  readonly lost: Promise<void>
  release(): void
}

/** The parts of a handle that only run statements. */
export function makeSql(runner: Runner, options: Hooks): Tag {
  const sql = (first: unknown, ...args: unknown[]) => {
    if (Array.isArray(first) && 'raw' in first) return new PendingQuery(runner, first as string[], args, 'template')
    return typeof first === 'string' ? new Identifier(first) : new Assignments(first as Record<string, unknown>)
  }
  sql.unsafe = (text: string, values: readonly unknown[] = [], how: { prepare?: boolean } = {}) =>
    new PendingQuery(runner, [text], values, how.prepare ? 'kept' : values.length > 0 ? 'once' : 'plain')
  sql.json = (value: unknown) => new Json(value)
  sql.options = options
  sql.shared = sql as unknown as Tag
  return sql as unknown as Tag
}

/** Runs `work` in one transaction on a connection of its own. */
export async function begin<T>(
  pool: Pool,
  share: Share | null,
  how: string,
  work: (sql: TransactionSql) => T | Promise<T>,
): Promise<T> {
  const connection = await pool.sessions.take(share)
  let isOpen = true
  const ask = (ask: Ask) => {
    if (isOpen) return pool.askOn(connection, ask)
    return Promise.reject(new Error('This transaction is over; its handle was used after its end.'))
  }
  try {
    await connection.simple(writeBegin(how, share?.limits.lockTimeout ?? pool.lockTimeout))
    const result = await scope(pool, ask, work).catch(async (error) => {
      await connection.simple('rollback').catch(() => connection.cut())
      throw error
    })
    const { command } = (await connection.simple('commit')) as Rows
    if (command !== 'COMMIT') throw new Error('A statement of this transaction failed, so nothing of it was kept.')
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
 * A failed statement fails everything around it up to the next savepoint, whether somebody caught its error or not:
 * PostgreSQL would keep nothing of it either.
 */
async function scope<T>(pool: Pool, ask: Runner['ask'], work: (sql: TransactionSql) => T | Promise<T>): Promise<T> {
  let fault: Error | null = null
  const run: Runner['ask'] = async (asked) => {
    try {
      return await ask(asked)
    } catch (error) {
      fault ??= error as Error
      throw error
    }
  }
  const runner: Runner = {
    ask: run,
    within: (work) => work(run),
  }
  const savepoint = async <T>(work: (sql: TransactionSql) => T | Promise<T>): Promise<T> => {
    const name = `s${++savepoints}`
    await run(plain(`savepoint ${name}`))
    const result = await scope(pool, ask, work).catch(async (error) => {
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
    // The first fault is the cause; those after it only say that the transaction is broken.
    throw (error as { code?: string }).code === '25P02' && fault ? fault : error
  }
  if (fault) throw fault
  return result
}

const plain = (text: string): Ask => ({ text, values: [], types: null, mode: 'plain', asArrays: false })

export async function reserve(pool: Pool, share: Share | null): Promise<ReservedSql> {
  const connection = await pool.sessions.take(share)
  const ask: Runner['ask'] = (asked) => pool.askOn(connection, asked)
  let isHeld = true
  return Object.assign(makeSql({ ask, within: (work) => work(ask) }, pool.hooks), {
    pid: connection.pid,
    lost: new Promise<void>((resolve) => connection.whenLost(() => isHeld && resolve())),
    release: () => {
      if (isHeld) pool.sessions.release(connection, share)
      isHeld = false
    },
  }) as ReservedSql
}

/** A cursor needs a transaction to live in. */
export const poolRunner = (pool: Pool, share: Share | null): Runner => ({
  ask: (asked) => pool.ask(asked, share),
  async *within(work) {
    const connection: Connection = await pool.sessions.take(share)
    try {
      await connection.simple('begin')
      yield* work((asked) => pool.askOn(connection, asked))
    } finally {
      await connection.simple('rollback').catch(() => connection.cut())
      pool.sessions.release(connection, share)
    }
  },
})
