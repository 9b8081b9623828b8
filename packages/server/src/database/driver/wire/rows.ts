/** The result of a statement: rows as objects by column, and the number of rows it affected. */
import { type Parser, parserOf, toCamel } from './values.ts'

// biome-ignore lint/suspicious/noExplicitAny: a row is what its statement selects; call sites name its type.
export type Row = Record<string, any>

/** An array that also has PostgreSQL's command tag. */
export class Rows<R = Row> extends Array<R> {
  #command = ''
  #count = 0

  /** `map` and similar methods return ordinary arrays. */
  static override get [Symbol.species]() {
    return Array
  }

  get command(): string {
    return this.#command
  }

  /** Rows selected or changed. */
  get count(): number {
    return this.#count
  }

  /** From a command tag such as `INSERT 0 5`. */
  tag(text: string): void {
    const [command = '', ...numbers] = text.split(' ')
    this.#command = command
    this.#count = Number(numbers.at(-1) ?? 0) || 0
  }
}

/** The columns of a result, read once per prepared statement and connection. */
export type RowShape = { names: string[]; parsers: (Parser | null)[] }

export const noColumns: RowShape = { names: [], parsers: [] }

export function shapeOf(fields: readonly { name: string; dataTypeID: number }[]): RowShape {
  return {
    names: fields.map(({ name }) => toCamel(name)),
    parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
  }
}

export function readRow({ names, parsers }: RowShape, values: readonly (string | null)[]): Row {
  const row: Row = {}
  for (let place = 0; place < names.length; place++) {
    const value = values[place]!
    const parse = parsers[place]!
    row[names[place]!] = value === null || parse === null ? value : parse(value)
  }
  return row
}

export function readValues({ parsers }: RowShape, values: readonly (string | null)[]): unknown[] {
  return values.map((value, place) => (value === null ? null : (parsers[place]?.(value) ?? value)))
}
