/** A pool: lanes for single statements, sessions for transactions, and what both know of each statement's text. */

import { Lanes } from './queues/lanes.ts'
import { Sessions } from './queues/sessions.ts'
import type { Share } from './queues/shares.ts'
import { isWatched, tellWatchers } from './watch.ts'
import type { Connection, Opening } from './wire/connection.ts'
import { Dialer, ended } from './wire/dialer.ts'
import { ConnectionError } from './wire/errors.ts'
import type { Rows } from './wire/rows.ts'
import type { Compiled } from './wire/text.ts'
import { writeValue } from './wire/values.ts'

export type PoolOptions = {
  lanes: number
  sessions: number
  depth: number
  slowAfter: number
  /** Whether statements may be kept prepared under a name. */
  named: boolean
  /** Milliseconds; said in each transaction, where the session can't be told. */
  lockTimeout?: number | undefined
}

/** What a caller may look at and set on a pool while it works. */
export type Hooks = {
  /** Told of each statement as it is sent. */
  onStatement?: ((text: string, values: readonly unknown[], types: readonly number[]) => unknown) | undefined
}

/** `template`: kept prepared. The others are text given whole: `kept` too, `once` is not, `plain` may be several statements. */
export type Mode = 'template' | 'kept' | 'once' | 'plain'

export type Ask = Compiled & { mode: Mode; asArrays: boolean }

type Resolve = (rows: Rows) => void
type Reject = (error: Error) => void

/** Known of a text for the whole pool. */
type Known = { name: string; types: number[] | null; given: number[] }

/** More different texts than this are not kept prepared; who makes so many makes them up. */
const mostKept = 2000

export class Pool {
  readonly hooks: Hooks = {}
  readonly dialer: Dialer
  readonly lanes: Lanes
  readonly sessions: Sessions
  readonly #options: PoolOptions
  readonly #known = new Map<string, Known>()
  /** Not the same as another process's: a pooler may give us a connection on which that one left its statements. */
  readonly #prefix = `hb${Math.random().toString(36).slice(2, 10)}`
  #ending: Promise<void> | null = null
  readonly #whenEnded: (() => unknown)[] = []

  constructor(opening: Opening, options: PoolOptions) {
    this.#options = options
    this.dialer = new Dialer(opening)
    const open = () => this.dialer.open()
    this.lanes = new Lanes(options, open)
    this.sessions = new Sessions(options.sessions, open)
  }

  /** One statement, on whichever lane is best. */
  ask(ask: Ask, share: Share | null): Promise<Rows> {
    if (this.#ending) return Promise.reject(ended())
    return this.#watched(ask, (resolve, reject) =>
      this.lanes.submit({
        share,
        fail: reject,
        run: (connection, done) =>
          this.#send(
            connection,
            ask,
            true,
            (rows) => {
              done()
              resolve(rows)
            },
            (error) => {
              done()
              reject(error)
            },
          ),
      }),
    )
  }

  /** One statement of a transaction, on its own connection and no other. */
  askOn(connection: Connection, ask: Ask): Promise<Rows> {
    return this.#watched(ask, (resolve, reject) => this.#send(connection, ask, false, resolve, reject))
  }

  #watched({ text }: Ask, run: (resolve: Resolve, reject: Reject) => void): Promise<Rows> {
    if (!isWatched()) return new Promise(run)
    const began = performance.now()
    return new Promise(run).finally(() => tellWatchers(text, began)) as Promise<Rows>
  }

  /** A statement whose parameters are not known yet is asked about once; then its values can be written. */
  #send(connection: Connection, ask: Ask, mayRepeat: boolean, resolve: Resolve, reject: Reject): void {
    const { text, values, mode } = ask
    if (mode === 'plain') {
      this.hooks.onStatement?.(text, values, [])
      return void connection.simple(text).then(resolve as never, reject)
    }
    const known = this.#know(ask)
    if (known.types) this.#sendKnown(connection, ask, known, known.types, mayRepeat, resolve, reject)
    else
      connection.describe({ text, name: known.name, types: known.given }).then((types) => {
        known.types = types
        this.#sendKnown(connection, ask, known, types, mayRepeat, resolve, reject)
      }, reject)
  }

  #sendKnown(
    connection: Connection,
    { text, values, asArrays }: Ask,
    { name, given }: Known,
    types: number[],
    mayRepeat: boolean,
    resolve: Resolve,
    reject: Reject,
  ): void {
    this.hooks.onStatement?.(text, values, types)
    const written = new Array<string | Buffer | null>(values.length)
    try {
      for (let place = 0; place < values.length; place++) written[place] = writeValue(values[place], types[place] ?? 0)
    } catch (error) {
      reject(error as Error)
      return
    }
    const sending = { text, name, types: given, values: written, asArrays }
    connection.send(sending, resolve, (error) => {
      // Nothing was done yet: the statement's plan was gone or outdated.
      if (mayRepeat && name && isOutdated(error)) connection.send(sending, resolve, reject)
      else reject(error)
    })
  }

  #know({ text, values, types, mode }: Ask): Known {
    const key = types ? `${types}${text}` : text
    const found = this.#known.get(key)
    if (found) return found
    const isKept = mode !== 'once' && this.#options.named && this.#known.size < mostKept
    const known: Known = {
      name: isKept ? `${this.#prefix}n${this.#known.size + 1}` : '',
      types: values.length === 0 ? [] : null,
      given: types ?? [],
    }
    if (this.#known.size < mostKept) this.#known.set(key, known)
    return known
  }

  /** Ends with the pool. */
  whenEnded(work: () => unknown): void {
    this.#whenEnded.push(work)
  }

  get lockTimeout(): number | undefined {
    return this.#options.lockTimeout
  }

  get isEnding(): boolean {
    return this.#ending !== null
  }

  /** Waits for what is under way, so many seconds at most; then it is given up. */
  end(timeout?: number): Promise<void> {
    this.#ending ??= this.#end(timeout)
    return this.#ending
  }

  async #end(timeout: number | undefined): Promise<void> {
    const extras = Promise.all(this.#whenEnded.map((work) => work()))
    const isIdle = await this.#becomesIdle(timeout)
    const gone = new ConnectionError('CONNECTION_DESTROYED', 'the pool was ended')
    this.lanes.end(gone)
    this.sessions.end(gone)
    await Promise.all([this.dialer.end(isIdle), extras])
  }

  #becomesIdle(timeout: number | undefined): Promise<boolean> {
    const isIdle = () => this.lanes.isIdle && this.sessions.isIdle
    if (isIdle()) return Promise.resolve(true)
    if (timeout === 0) return Promise.resolve(false)
    return new Promise((resolve) => {
      const timer = timeout === undefined ? undefined : setTimeout(() => resolve(false), timeout * 1000)
      this.lanes.onIdle = this.sessions.onIdle = () => {
        if (!isIdle()) return
        clearTimeout(timer)
        resolve(true)
      }
    })
  }
}

const isOutdated = ({ code, routine }: Error & { code?: string; routine?: string }) =>
  code === '26000' || routine === 'RevalidateCachedQuery'
