/** A pool: lanes for single statements, sessions for transactions, and what is known about each statement's text. */

import { Lanes } from './queues/lanes.ts'
import { Sessions } from './queues/sessions.ts'
import type { Share } from './queues/shares.ts'
import { isWatched, notifyWatchers } from './watch.ts'
import type { Connection, ConnectionSettings } from './wire/connection.ts'
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
  /** Whether statements may be prepared under a name. */
  named: boolean
  /** Milliseconds. Set in each transaction where the session cannot have the setting. */
  lockTimeout?: number | undefined
}

/** What a caller may observe on a pool while it works. */
export type Hooks = {
  /** Called with each statement when it is sent. */
  onStatement?: ((text: string, values: readonly unknown[], types: readonly number[]) => unknown) | undefined
}

/**
 * `template` and `kept` statements stay prepared; `once` is not prepared; `plain` may be several statements. All but `template`
 * are raw text.
 */
export type StatementMode = 'template' | 'kept' | 'once' | 'plain'

export type StatementRequest = Compiled & { mode: StatementMode; asArrays: boolean }

type Resolve = (rows: Rows) => void
type Reject = (error: Error) => void

/** What the pool knows about a statement's text. */
type KnownStatement = { name: string; types: number[] | null; given: number[] }

/** A caller with more different texts than this generates them; further ones are not prepared. */
const mostKept = 2000

export class Pool {
  readonly hooks: Hooks = {}
  readonly dialer: Dialer
  readonly lanes: Lanes
  readonly sessions: Sessions
  readonly #options: PoolOptions
  readonly #known = new Map<string, KnownStatement>()
  /** Unique per process: a pooler may give us a connection on which another process prepared its statements. */
  readonly #prefix = `s${Math.random().toString(36).slice(2, 10)}`
  #ending: Promise<void> | null = null
  readonly #whenEnded: (() => unknown)[] = []

  constructor(settings: ConnectionSettings, options: PoolOptions) {
    this.#options = options
    this.dialer = new Dialer(settings)
    const open = () => this.dialer.open()
    this.lanes = new Lanes(options, open)
    this.sessions = new Sessions(options.sessions, open)
  }

  /** Runs one statement on the best lane. */
  run(request: StatementRequest, share: Share | null): Promise<Rows> {
    if (this.#ending) return Promise.reject(ended())
    return this.#watched(request, (resolve, reject) =>
      this.lanes.submit({
        share,
        fail: reject,
        run: (connection, done) =>
          this.#send(
            connection,
            request,
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

  /** Runs one statement of a transaction on the transaction's connection. */
  runOn(connection: Connection, request: StatementRequest): Promise<Rows> {
    return this.#watched(request, (resolve, reject) => this.#send(connection, request, false, resolve, reject))
  }

  #watched({ text }: StatementRequest, run: (resolve: Resolve, reject: Reject) => void): Promise<Rows> {
    if (!isWatched()) return new Promise(run)
    const began = performance.now()
    return new Promise(run).finally(() => notifyWatchers(text, began)) as Promise<Rows>
  }

  /** A statement whose parameter types are unknown is described once; then its values can be serialized. */
  #send(connection: Connection, request: StatementRequest, mayRepeat: boolean, resolve: Resolve, reject: Reject): void {
    const { text, values, mode } = request
    if (mode === 'plain') {
      this.hooks.onStatement?.(text, values, [])
      return void connection.simple(text).then(resolve as never, reject)
    }
    const known = this.#know(request)
    if (known.types) this.#sendKnown(connection, request, known, known.types, mayRepeat, resolve, reject)
    else
      connection.describe({ text, name: known.name, types: known.given }).then((types) => {
        known.types = types
        this.#sendKnown(connection, request, known, types, mayRepeat, resolve, reject)
      }, reject)
  }

  #sendKnown(
    connection: Connection,
    { text, values, asArrays }: StatementRequest,
    { name, given }: KnownStatement,
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
    const statement = { text, name, types: given, values: written, asArrays }
    connection.send(statement, resolve, (error) => {
      // Nothing has run yet: the prepared statement was missing or outdated.
      if (mayRepeat && name && isOutdated(error)) connection.send(statement, resolve, reject)
      else reject(error)
    })
  }

  #know({ text, values, types, mode }: StatementRequest): KnownStatement {
    const key = types ? `${types}${text}` : text
    const found = this.#known.get(key)
    if (found) return found
    const isKept = mode !== 'once' && this.#options.named && this.#known.size < mostKept
    const known: KnownStatement = {
      name: isKept ? `${this.#prefix}n${this.#known.size + 1}` : '',
      types: values.length === 0 ? [] : null,
      given: types ?? [],
    }
    if (this.#known.size < mostKept) this.#known.set(key, known)
    return known
  }

  /** Runs `work` when the pool ends. */
  whenEnded(work: () => unknown): void {
    this.#whenEnded.push(work)
  }

  get lockTimeout(): number | undefined {
    return this.#options.lockTimeout
  }

  get isEnding(): boolean {
    return this.#ending !== null
  }

  /** Waits at most `timeout` seconds for running statements, then closes the connections. */
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
