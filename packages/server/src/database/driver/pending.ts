/** A statement that runs when somebody waits for it, and is a fragment when it is put into another. */
import type { Ask, Mode } from './pool.ts'
import type { Row, Rows } from './wire/rows.ts'
import { compile, Part } from './wire/text.ts'

/** Where a statement runs: the pool, or the connection of a transaction. */
export type Runner = {
  ask(ask: Ask): Promise<Rows>
  /** A transaction for a cursor: the one that is open, or a new one. */
  within<T>(work: (ask: (ask: Ask) => Promise<Rows>) => AsyncGenerator<T>): AsyncGenerator<T>
}

export type RowList<T extends readonly unknown[]> = T & { readonly count: number; readonly command: string }

let cursors = 0

export class PendingQuery<T extends readonly unknown[] = Row[]> extends Part implements Promise<RowList<T>> {
  readonly strings: readonly string[]
  readonly args: readonly unknown[]
  readonly #runner: Runner
  readonly #mode: Mode
  #asArrays = false
  #running: Promise<RowList<T>> | null = null

  constructor(runner: Runner, strings: readonly string[], args: readonly unknown[], mode: Mode) {
    super()
    this.#runner = runner
    this.strings = strings
    this.args = args
    this.#mode = mode
  }

  get [Symbol.toStringTag](): string {
    return 'PendingQuery'
  }

  #ask(): Ask {
    const { strings, args } = this
    if (this.#mode === 'template') return { ...compile(this), mode: 'template', asArrays: this.#asArrays }
    // Text that was given whole has its $1, $2 … already.
    return { text: strings[0]!, values: args as unknown[], types: null, mode: this.#mode, asArrays: this.#asArrays }
  }

  #run(): Promise<RowList<T>> {
    this.#running ??= this.#start()
    return this.#running
  }

  /** In a function of its own, so that a fault shows who waited for it. */
  async #start(): Promise<RowList<T>> {
    try {
      return (await this.#runner.ask(this.#ask())) as unknown as RowList<T>
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  // biome-ignore lint/suspicious/noThenProperty: waiting for it is what runs it.
  then<A = RowList<T>, B = never>(
    onDone?: ((rows: RowList<T>) => A | PromiseLike<A>) | null,
    // biome-ignore lint/suspicious/noExplicitAny: as every promise has it.
    onError?: ((error: any) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run().then(onDone, onError)
  }

  // biome-ignore lint/suspicious/noExplicitAny: as every promise has it.
  catch<B = never>(onError?: ((error: any) => B | PromiseLike<B>) | null): Promise<RowList<T> | B> {
    return this.#run().catch(onError)
  }

  finally(onEnd?: (() => void) | null): Promise<RowList<T>> {
    return this.#run().finally(onEnd)
  }

  /** Begins at once, without anybody waiting yet. */
  execute(): this {
    this.#run().catch(() => {})
    return this
  }

  /** Rows as arrays, in the order of the columns. */
  values(): PendingQuery<unknown[][]> {
    this.#asArrays = true
    return this as unknown as PendingQuery<unknown[][]>
  }

  /** So many rows at a time. */
  cursor(size: number): AsyncGenerator<T[number][]> {
    const ask = this.#ask()
    const name = `heartbell_cursor_${++cursors}`
    const plain = (text: string): Ask => ({ text, values: [], types: null, mode: 'plain', asArrays: false })
    return this.#runner.within(async function* (run) {
      await run({ ...ask, mode: 'once', text: `declare ${name} no scroll cursor for ${ask.text}` })
      for (;;) {
        const rows = await run(plain(`fetch forward ${size} from ${name}`))
        if (rows.length > 0) yield rows as T[number][]
        if (rows.length < size) break
      }
      await run(plain(`close ${name}`))
    })
  }
}
