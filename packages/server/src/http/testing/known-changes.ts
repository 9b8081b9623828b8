/** For tests: a handle whose changes of a store are known to the running app as soon as they are awaited. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../database/connect.ts'
import { PendingQuery } from '../../database/driver/pending.ts'
import { storeChannel } from '../../domain/settings/settings.ts'

const channel = 'heartbell_test'

// biome-ignore lint/suspicious/noExplicitAny: the handle is a function with methods, wrapped independent of its types.
type Loose = any

/**
 * The app learns of a changed store by a notification, a moment after the change. So a statement or transaction that notifies of a store
 * also waits for a later notification on the same connection: the app has received the first one then.
 */
export async function openKnownChanges(sql: Database): Promise<Database> {
  const waiting = new Map<string, () => void>()
  await sql.listen(channel, (sign) => waiting.get(sign)?.())
  const appKnows = async () => {
    const sign = randomUUID()
    let isKnown = false
    const arrived = new Promise<void>((resolve) => waiting.set(sign, resolve)).then(() => {
      isKnown = true
    })
    // Again after a while: a connection that was lost meanwhile listens again, and has missed the first one.
    while (!isKnown) {
      await sql.notify(channel, sign)
      await Promise.race([arrived, pause(500, undefined, { ref: false })])
    }
    waiting.delete(sign)
  }
  const begin = async (...args: Loose[]) => {
    const change = { isOfStore: false }
    const note = (query: Loose) => {
      change.isOfStore ||= isAboutStore(query)
      return query
    }
    const work = args.at(-1)
    const result = await (sql.begin as Loose)(...args.slice(0, -1), (sql: Loose) => work(noting(sql, note)))
    if (change.isOfStore) await appKnows()
    return result
  }
  const known = noting(sql, (query) => (isAboutStore(query) ? thenWait(query, appKnows) : query))
  return new Proxy(known, { get: (target, name) => (name === 'begin' ? begin : target[name]) })
}

/** `note` gets each statement before it runs. */
function noting(sql: Loose, note: (query: Loose) => Loose): Loose {
  return new Proxy(sql, {
    apply: (target, self, args) => note(Reflect.apply(target, self, args)),
    get: (target, name, self) => {
      const value = target[name]
      if (name === 'shared') return value === target ? self : noting(value, note)
      if (name === 'savepoint') return (work: Loose) => value((sql: Loose) => work(noting(sql, note)))
      return value
    },
  })
}

const isAboutStore = (query: Loose): boolean =>
  query instanceof PendingQuery &&
  query.strings.some((text) => text.includes('pg_notify')) &&
  (query.args.includes(storeChannel) || query.strings.some((text) => text.includes(storeChannel)))

function thenWait(query: Loose, appKnows: () => Promise<void>): Loose {
  const start = query.then.bind(query)
  let running: Promise<unknown> | undefined
  const run = () => {
    running ??= new Promise((resolve, reject) => start(resolve, reject)).then(async (rows) => {
      await appKnows()
      return rows
    })
    return running
  }
  return Object.assign(query, {
    // biome-ignore lint/suspicious/noThenProperty: we replace exactly what awaits the query.
    then: (onDone: Loose, onError: Loose) => run().then(onDone, onError),
    catch: (onError: Loose) => run().catch(onError),
    finally: (onEnd: Loose) => run().finally(onEnd),
  })
}
