/** Compiles tagged templates to one statement: text with $1, $2 … and its values. Fragments nest. */
import { inferType, UndefinedValue } from './values.ts'

/** The arguments of a tag call: `strings` has one element more than `args`. */
export interface Template {
  readonly strings: readonly string[]
  readonly args: readonly unknown[]
}

/** Base class that distinguishes fragments from values. */
export abstract class SqlFragment implements Template {
  abstract readonly strings: readonly string[]
  abstract readonly args: readonly unknown[]
}

/** The name of a table or column, quoted; a dot separates schema and name. */
export class Identifier {
  readonly text: string
  constructor(name: string) {
    this.text = `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`
  }
}

/** `set ${sql({ value: 5 })}`: one column and value for each key. */
export class Assignments {
  readonly values: Readonly<Record<string, unknown>>
  constructor(values: Readonly<Record<string, unknown>>) {
    this.values = values
  }
}

export type Compiled = {
  text: string
  values: unknown[]
  /** Types that follow from the values themselves; null when none do. */
  types: number[] | null
}

const plainTexts = new WeakMap<readonly string[], string>()

/** A template without fragments always has the same text, so it is joined only once. */
export function compile({ strings, args }: Template): Compiled {
  if (!args.some(isFragment)) {
    let text = plainTexts.get(strings)
    if (text === undefined) {
      text = strings.reduce((text, part, place) => `${text}$${place}${part}`)
      plainTexts.set(strings, text)
    }
    return { text, values: args as unknown[], types: typesOf(args) }
  }
  const values: unknown[] = []
  const text = join(strings, args, values)
  return { text, values, types: typesOf(values) }
}

const isFragment = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (value instanceof SqlFragment ||
    value instanceof Identifier ||
    value instanceof Assignments ||
    (Array.isArray(value) && value[0] instanceof SqlFragment))

function join(strings: readonly string[], args: readonly unknown[], values: unknown[]): string {
  let text = strings[0]!
  for (let place = 1; place < strings.length; place++) text += write(args[place - 1], values) + strings[place]
  return text
}

function write(value: unknown, values: unknown[]): string {
  if (value instanceof SqlFragment) return join(value.strings, value.args, values)
  if (value instanceof Identifier) return value.text
  if (value instanceof Assignments)
    return Object.entries(value.values)
      .map(([name, given]) => `${new Identifier(name).text}=${write(given, values)}`)
      .join(',')
  if (Array.isArray(value) && value[0] instanceof SqlFragment) return value.map((part) => write(part, values)).join(' ')
  return `$${values.push(value)}`
}

function typesOf(values: readonly unknown[]): number[] | null {
  let types: number[] | null = null
  for (let place = 0; place < values.length; place++) {
    const value = values[place]
    if (value === undefined) throw new UndefinedValue()
    const type = inferType(value)
    if (type !== 0) {
      types ??= new Array(values.length).fill(0)
      types[place] = type
    }
  }
  return types
}
