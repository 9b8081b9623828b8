/** For tests: a database per test file, random pauses around statements, and repeatable randomness. */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type Database, type Sql } from '../connect.ts'
import { PendingQuery } from '../driver/pending.ts'

export type TestDatabase = { sql: Database; url: string; close: () => Promise<void> }

/** A database cloned from the migrated template. `close` drops it. */
export async function openTestDatabase(options: { connections?: number } = {}): Promise<TestDatabase> {
  // Imported here, so that the fault runs, which do not run in vitest, can use the rest of this file.
  const { inject } = await import('vitest')
  const name = `test_${randomBytes(8).toString('hex')}`
  const administer = (work: Work) => asAdministrator(inject('databaseAdminUrl'), work)
  // Copied as files, which takes about half the time of copying through the log.
  const how = 'template heartbell owner heartbell strategy file_copy'
  await administer((admin) => admin.unsafe(`create database ${name} ${how}`))
  const url = inject('databaseUrl').replace(/heartbell$/, name)
  const sql = connect({ url, name: 'heartbell test', ...options })
  return {
    sql,
    url,
    close: async () => {
      await sql.end({ timeout: 5 })
      await administer((admin) => admin.unsafe(`drop database ${name} with (force)`))
    },
  }
}

type Work = (admin: Database) => Promise<unknown>

async function asAdministrator(url: string, work: Work): Promise<void> {
  const admin = connect({ url, connections: 1, name: 'heartbell test' })
  await work(admin).finally(() => admin.end())
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type PauseOptions = {
  /** The share of places that pause, and the longest pause in milliseconds. */
  share?: number
  longest?: number
}

/** The same handle with random pauses before and after each statement and transaction. */
export function withPauses<Handle extends Sql | Database>(
  sql: Handle,
  random: () => number,
  { share = 0.7, longest = 8 }: PauseOptions = {},
): Handle {
  const pause = async () => {
    if (random() < share) await wait(random() * longest)
  }
  return slow(sql, pause) as Handle
}

type Pause = () => Promise<void>
// biome-ignore lint/suspicious/noExplicitAny: the handle is a function with methods, wrapped independent of its types.
type Loose = any

function slow(sql: Loose, pause: Pause): Loose {
  return new Proxy(sql, {
    apply: (target, self, args) => slowQuery(Reflect.apply(target, self, args), pause),
    get: (target, name, self) => {
      const value = target[name]
      if (name === 'shared') return value === target ? self : slow(value, pause)
      if (name === 'unsafe' || name === 'file') return (...args: Loose[]) => slowQuery(value(...args), pause)
      if (name === 'as') return (...args: Loose[]) => slow(value(...args), pause)
      if (name === 'begin' || name === 'savepoint') return (...args: Loose[]) => slowScope(value, args, pause)
      return value
    },
  })
}

/** A query runs when it is awaited, and never when it is a fragment of another. So we delay the awaiting. */
function slowQuery(query: Loose, pause: Pause): Loose {
  if (!(query instanceof PendingQuery)) return query
  const start = query.then.bind(query)
  let running: Promise<unknown> | undefined
  const run = () => {
    running ??= pause()
      .then(() => new Promise((resolve, reject) => start(resolve, reject)))
      .finally(pause)
    return running
  }
  return Object.assign(query, {
    // biome-ignore lint/suspicious/noThenProperty: we replace exactly what awaits the query.
    then: (onDone: Loose, onError: Loose) => run().then(onDone, onError),
    catch: (onError: Loose) => run().catch(onError),
    finally: (onEnd: Loose) => run().finally(onEnd),
  })
}

async function slowScope(open: Loose, args: Loose[], pause: Pause): Promise<unknown> {
  const work = args.at(-1)
  await pause()
  const result = await open(...args.slice(0, -1), async (sql: Loose) => {
    await pause()
    const result = await work(slow(sql, pause))
    await pause()
    return result
  })
  await pause()
  return result
}
