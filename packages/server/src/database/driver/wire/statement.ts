/** One statement on its way over a connection: the messages it sends, and its answer put together from those that come back. */
import pg from 'pg'
import { nameFields } from './errors.ts'
import { noColumns, type Row, Rows, readRow, readValues, type Shape, shapeOf } from './rows.ts'

/** What of the driver's connection is used here. */
export type Wire = {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(what: { name: string; text: string; types: readonly number[] }): void
  bind(what: { statement: string; values: readonly (string | Buffer | null)[] }): void
  describe(what: { type: 'P' | 'S'; name: string }): void
  close(what: { type: 'S'; name: string }): void
  execute(what: null): void
  sync(): void
  query(text: string): void
}

/** What a connection remembers of its prepared statements, by name. */
export type Prepared = { shapes: Map<string, Shape>; stale: Set<string> }

export type Settle = { resolve: (rows: Rows | Rows[]) => void; reject: (error: Error) => void }

export type Sending = {
  text: string
  /** Of the prepared statement; empty where none is kept. */
  name: string
  /** Given to the server when it is prepared. */
  types: readonly number[]
  values: readonly (string | Buffer | null)[]
  asArrays?: boolean
}

const none: readonly number[] = []

type Fields = { fields: { name: string; dataTypeID: number }[] }

/** The driver pipelines only its own class of queries, so ours are of it. */
abstract class Exchange extends pg.Query {
  abstract handleError(error: Error): void
  abstract handleReadyForQuery(): void
  protected readonly prepared: Prepared
  protected isOver = false

  constructor(text: string, name: string, prepared: Prepared) {
    super({ text, ...(name && { name }) })
    this.prepared = prepared
  }

  /** Also after a failed or outdated one of that name, which is closed first. */
  protected prepareOn(wire: Wire, { name, text, types }: Pick<Sending, 'name' | 'text' | 'types'>): void {
    if (name && (name in wire.parsedStatements || name in wire.submittedNamedStatements)) return
    if (name && this.prepared.stale.delete(name)) wire.close({ type: 'S', name })
    wire.parse({ name, text, types })
    if (name) wire.submittedNamedStatements[name] = text
  }

  handleCopyInResponse(wire: { sendCopyFail(why: string): void }): void {
    wire.sendCopyFail('nothing is copied this way')
  }
  handleCopyData(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/** Prepared where it has a name, then bound and executed: one round trip. */
export class Statement extends Exchange {
  #rows: Rows = new Rows()
  #shape: Shape | undefined
  #fault: Error | undefined
  readonly #sending: Sending
  readonly #settle: Settle

  constructor(sending: Sending, prepared: Prepared, settle: Settle) {
    super(sending.text, sending.name, prepared)
    this.#sending = sending
    this.#settle = settle
  }

  override submit = (connection: unknown): null => {
    const wire = connection as Wire
    const { name, values } = this.#sending
    this.prepareOn(wire, this.#sending)
    wire.bind({ statement: name, values })
    // A prepared statement never changes its columns: PostgreSQL refuses it instead.
    this.#shape = name ? this.prepared.shapes.get(name) : undefined
    if (!this.#shape) wire.describe({ type: 'P', name: '' })
    wire.execute(null)
    wire.sync()
    return null
  }

  handleRowDescription({ fields }: Fields): void {
    this.#shape = shapeOf(fields)
    if (this.#sending.name) this.prepared.shapes.set(this.#sending.name, this.#shape)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#fault) return
    try {
      this.#rows.push(
        this.#sending.asArrays ? (readValues(this.#shape!, fields) as Row) : readRow(this.#shape!, fields),
      )
    } catch (error) {
      this.#fault = error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows.tag(text)
    if (!this.#shape && this.#sending.name) this.prepared.shapes.set(this.#sending.name, noColumns)
  }

  override handleError(error: Error): void {
    if (this.isOver) return
    this.isOver = true
    this.#settle.reject(nameFields(error))
  }

  override handleReadyForQuery(): void {
    if (this.isOver) return
    this.isOver = true
    if (this.#fault) this.#settle.reject(this.#fault)
    else this.#settle.resolve(this.#rows)
  }
}

/** Text as it is, which may be several statements: each gives its rows, and one alone gives them plainly. */
export class SimpleText extends Exchange {
  #answers: Rows[] = []
  #rows: Rows | undefined
  #shape: Shape = noColumns
  readonly #text: string
  readonly #settle: Settle

  constructor(text: string, prepared: Prepared, settle: Settle) {
    super(text, '', prepared)
    this.#text = text
    this.#settle = settle
  }

  override submit = (connection: unknown): null => {
    ;(connection as Wire).query(this.#text)
    return null
  }

  handleRowDescription({ fields }: Fields): void {
    this.#shape = shapeOf(fields)
    this.#rows = new Rows()
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows!.push(readRow(this.#shape, fields))
  }

  handleCommandComplete({ text }: { text: string }): void {
    const rows = this.#rows ?? new Rows()
    rows.tag(text)
    this.#answers.push(rows)
    this.#rows = undefined
  }

  override handleError(error: Error): void {
    if (this.isOver) return
    this.isOver = true
    this.#settle.reject(nameFields(error))
  }

  override handleReadyForQuery(): void {
    if (this.isOver) return
    this.isOver = true
    this.#settle.resolve(
      this.#answers.length === 1 ? this.#answers[0]! : this.#answers.length ? this.#answers : new Rows(),
    )
  }
}

export type Description = { types: number[] }

/** Asks which types the parameters of a statement have, and keeps it prepared where it has a name. */
export class Question extends Exchange {
  #types: number[] = []
  readonly #sending: Pick<Sending, 'text' | 'name' | 'types'>
  readonly #settle: { resolve: (types: number[]) => void; reject: (error: Error) => void }
  readonly #waiting: Question[]

  /** `waiting` holds those of a connection in the order they are answered. */
  constructor(
    sending: Pick<Sending, 'text' | 'name' | 'types'>,
    prepared: Prepared,
    waiting: Question[],
    settle: { resolve: (types: number[]) => void; reject: (error: Error) => void },
  ) {
    super(sending.text, sending.name, prepared)
    this.#sending = sending
    this.#waiting = waiting
    this.#settle = settle
  }

  override submit = (connection: unknown): null => {
    const wire = connection as Wire
    this.prepareOn(wire, this.#sending)
    wire.describe({ type: 'S', name: this.#sending.name })
    wire.sync()
    this.#waiting.push(this)
    return null
  }

  answer(types: number[]): void {
    this.#types = types
  }

  handleRowDescription({ fields }: Fields): void {
    if (this.#sending.name) this.prepared.shapes.set(this.#sending.name, shapeOf(fields))
  }
  handleDataRow(): void {}
  handleCommandComplete(): void {}

  override handleError(error: Error): void {
    if (this.isOver) return
    this.isOver = true
    const place = this.#waiting.indexOf(this)
    if (place >= 0) this.#waiting.splice(place, 1)
    this.#settle.reject(nameFields(error))
  }

  override handleReadyForQuery(): void {
    if (this.isOver) return
    this.isOver = true
    this.#settle.resolve(this.#types)
  }
}

export const noTypes = none
