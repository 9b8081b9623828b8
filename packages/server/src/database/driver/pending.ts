/** A statement that runs when it is awaited, and is a fragment when it is used inside another. */
import type { StatementMode, StatementRequest } from './pool.ts'
import type { Row, Rows } from './wire/rows.ts'
import { compile, SqlFragment } from './wire/text.ts'

/** Where a statement runs: the pool, or the connection of a transaction. */
export type Runner = {
  run(request: StatementRequest): Promise<Rows>
  /** Runs a cursor in a transaction: the open one, or a new one. */
  within<T>(work: (run: (request: StatementRequest) => Promise<Rows>) => AsyncGenerator<T>): AsyncGenerator<T>
}

export type RowList<T extends readonly unknown[]> = T & { readonly count: number; readonly command: string }

let cursors = 0

export class PendingQuery<T extends readonly unknown[] = Row[]> extends SqlFragment implements Promise<RowList<T>> {
  readonly strings: readonly string[]
  readonly args: readonly unknown[]
  readonly #runner: Runner
  readonly #mode: StatementMode
  #asArrays = false
  #running: Promise<RowList<T>> | null = null

  constructor(runner: Runner, strings: readonly string[], args: readonly unknown[], mode: StatementMode) {
    super()
    this.#runner = runner
    this.strings = strings
    this.args = args
    this.#mode = mode
  }

  get [Symbol.toStringTag](): string {
    return 'PendingQuery'
  }

  #request(): StatementRequest {
    const { strings, args } = this
    if (this.#mode === 'template') return { ...compile(this), mode: 'template', asArrays: this.#asArrays }
    // Text given as a whole already contains its $1, $2 …
    return { text: strings[0]!, values: args as unknown[], types: null, mode: this.#mode, asArrays: this.#asArrays }
  }

  #run(): Promise<RowList<T>> {
    this.#running ??= this.#start()
    return this.#running
  }

  /** In its own function, so that an error's stack shows who awaited the statement. */
  async #start(): Promise<RowList<T>> {
    try {
      return (await this.#runner.run(this.#request())) as unknown as RowList<T>
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting it runs it.
  then<A = RowList<T>, B = never>(
    onDone?: ((rows: RowList<T>) => A | PromiseLike<A>) | null,
    // biome-ignore lint/suspicious/noExplicitAny: as in every promise.
    onError?: ((error: any) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run().then(onDone, onError)
  }

  // biome-ignore lint/suspicious/noExplicitAny: as in every promise.
  catch<B = never>(onError?: ((error: any) => B | PromiseLike<B>) | null): Promise<RowList<T> | B> {
    return this.#run().catch(onError)
  }

  finally(onEnd?: (() => void) | null): Promise<RowList<T>> {
    return this.#run().finally(onEnd)
  }

  /** Starts at once, before it is awaited. */
  execute(): this {
    this.#run().catch(() => {})
    return this
  }

  /** Rows as arrays, in the order of the columns. */
  values(): PendingQuery<unknown[][]> {
    this.#asArrays = true
    return this as unknown as PendingQuery<unknown[][]>
  }

  /** Reads `size` rows at a time. */
  cursor(size: number): AsyncGenerator<T[number][]> {
    const request = this.#request()
    const name = `heartbell_cursor_${++cursors}`
    const plain = (text: string): StatementRequest => ({
      text,
      values: [],
      types: null,
      mode: 'plain',
      asArrays: false,
    })
    return this.#runner.within(async function* (run) {
      await run({ ...request, mode: 'once', text: `declare ${name} no scroll cursor for ${request.text}` })
      for (;;) {
        const rows = await run(plain(`fetch forward ${size} from ${name}`))
        if (rows.length > 0) yield rows as T[number][]
        if (rows.length < size) break
      }
      await run(plain(`close ${name}`))
    })
  }
}
