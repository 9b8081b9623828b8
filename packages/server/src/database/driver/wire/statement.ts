/** One statement on a connection: the messages it sends, and the result assembled from the replies. */
import pg from 'pg'
import { addFieldNames } from './errors.ts'
import { noColumns, type Row, type RowShape, Rows, readRow, readValues, shapeOf } from './rows.ts'

/** The parts of the driver's connection that we use here. */
export type DriverConnection = {
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

/** What a connection remembers about its prepared statements, by name. */
export type Prepared = { shapes: Map<string, RowShape>; stale: Set<string> }

export type Settle = { resolve: (rows: Rows | Rows[]) => void; reject: (error: Error) => void }

export type WireStatement = {
  text: string
  /** Of the prepared statement; empty when it is not prepared. */
  name: string
  /** Parameter types given to the server when it is prepared. */
  types: readonly number[]
  values: readonly (string | Buffer | null)[]
  asArrays?: boolean
}

type Fields = { fields: { name: string; dataTypeID: number }[] }

/** The driver pipelines only instances of its own query class, so ours extend it. */
abstract class ProtocolQuery extends pg.Query {
  abstract handleError(error: Error): void
  abstract handleReadyForQuery(): void
  protected readonly prepared: Prepared
  protected isOver = false

  constructor(text: string, name: string, prepared: Prepared) {
    super({ text, ...(name && { name }) })
    this.prepared = prepared
  }

  /** Prepares the statement on this connection if needed; closes a failed or outdated one of the same name first. */
  protected prepareOn(
    wire: DriverConnection,
    { name, text, types }: Pick<WireStatement, 'name' | 'text' | 'types'>,
  ): void {
    if (name && (name in wire.parsedStatements || name in wire.submittedNamedStatements)) return
    if (name && this.prepared.stale.delete(name)) wire.close({ type: 'S', name })
    wire.parse({ name, text, types })
    if (name) wire.submittedNamedStatements[name] = text
  }

  handleCopyInResponse(wire: { sendCopyFail(why: string): void }): void {
    wire.sendCopyFail('COPY is not supported here')
  }
  handleCopyData(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/** Prepares the statement if it has a name, then binds and executes it, in one round trip. */
export class Statement extends ProtocolQuery {
  #rows: Rows = new Rows()
  #shape: RowShape | undefined
  #fault: Error | undefined
  readonly #statement: WireStatement
  readonly #settle: Settle

  constructor(statement: WireStatement, prepared: Prepared, settle: Settle) {
    super(statement.text, statement.name, prepared)
    this.#statement = statement
    this.#settle = settle
  }

  override submit = (connection: unknown): null => {
    const wire = connection as DriverConnection
    const { name, values } = this.#statement
    this.prepareOn(wire, this.#statement)
    wire.bind({ statement: name, values })
    // The columns of a prepared statement never change: PostgreSQL would refuse it instead.
    this.#shape = name ? this.prepared.shapes.get(name) : undefined
    if (!this.#shape) wire.describe({ type: 'P', name: '' })
    wire.execute(null)
    wire.sync()
    return null
  }

  handleRowDescription({ fields }: Fields): void {
    this.#shape = shapeOf(fields)
    if (this.#statement.name) this.prepared.shapes.set(this.#statement.name, this.#shape)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#fault) return
    try {
      this.#rows.push(
        this.#statement.asArrays ? (readValues(this.#shape!, fields) as Row) : readRow(this.#shape!, fields),
      )
    } catch (error) {
      this.#fault = error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows.tag(text)
    if (!this.#shape && this.#statement.name) this.prepared.shapes.set(this.#statement.name, noColumns)
  }

  override handleError(error: Error): void {
    if (this.isOver) return
    this.isOver = true
    this.#settle.reject(addFieldNames(error))
  }

  override handleReadyForQuery(): void {
    if (this.isOver) return
    this.isOver = true
    if (this.#fault) this.#settle.reject(this.#fault)
    else this.#settle.resolve(this.#rows)
  }
}

/** Raw text, possibly several statements: each returns its rows; a single one returns them directly. */
export class SimpleQuery extends ProtocolQuery {
  #answers: Rows[] = []
  #rows: Rows | undefined
  #shape: RowShape = noColumns
  readonly #text: string
  readonly #settle: Settle

  constructor(text: string, prepared: Prepared, settle: Settle) {
    super(text, '', prepared)
    this.#text = text
    this.#settle = settle
  }

  override submit = (connection: unknown): null => {
    ;(connection as DriverConnection).query(this.#text)
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
    this.#settle.reject(addFieldNames(error))
  }

  override handleReadyForQuery(): void {
    if (this.isOver) return
    this.isOver = true
    this.#settle.resolve(
      this.#answers.length === 1 ? this.#answers[0]! : this.#answers.length ? this.#answers : new Rows(),
    )
  }
}

/** Asks for the parameter types of a statement, which stays prepared if it has a name. */
export class DescribeStatement extends ProtocolQuery {
  #types: number[] = []
  readonly #statement: Pick<WireStatement, 'text' | 'name' | 'types'>
  readonly #settle: { resolve: (types: number[]) => void; reject: (error: Error) => void }
  readonly #waiting: DescribeStatement[]

  /** `waiting` lists those of a connection in the order of their replies. */
  constructor(
    statement: Pick<WireStatement, 'text' | 'name' | 'types'>,
    prepared: Prepared,
    waiting: DescribeStatement[],
    settle: { resolve: (types: number[]) => void; reject: (error: Error) => void },
  ) {
    super(statement.text, statement.name, prepared)
    this.#statement = statement
    this.#waiting = waiting
    this.#settle = settle
  }

  override submit = (connection: unknown): null => {
    const wire = connection as DriverConnection
    this.prepareOn(wire, this.#statement)
    wire.describe({ type: 'S', name: this.#statement.name })
    wire.sync()
    this.#waiting.push(this)
    return null
  }

  answer(types: number[]): void {
    this.#types = types
  }

  handleRowDescription({ fields }: Fields): void {
    if (this.#statement.name) this.prepared.shapes.set(this.#statement.name, shapeOf(fields))
  }
  handleDataRow(): void {}
  handleCommandComplete(): void {}

  override handleError(error: Error): void {
    if (this.isOver) return
    this.isOver = true
    const place = this.#waiting.indexOf(this)
    if (place >= 0) this.#waiting.splice(place, 1)
    this.#settle.reject(addFieldNames(error))
  }

  override handleReadyForQuery(): void {
    if (this.isOver) return
    this.isOver = true
    this.#settle.resolve(this.#types)
  }
}
