/** From tagged templates to one statement: its text with $1, $2 … and the values for them. Fragments nest. */
import { inferType, UndefinedValue } from './values.ts'

/** What a tag call was given: `strings` has one part more than `args`. */
export interface Template {
  readonly strings: readonly string[]
  readonly args: readonly unknown[]
}

/** Fragments are told from values by this mark. */
export abstract class Part implements Template {
  abstract readonly strings: readonly string[]
  abstract readonly args: readonly unknown[]
}

/** A name of a table or column, quoted; a dot divides schema and name. */
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
  /** The types that values told by themselves; null where none did. */
  types: number[] | null
}

const plainTexts = new WeakMap<readonly string[], string>()

/** A template without fragments has the same text each time, so it is joined once. */
export function compile({ strings, args }: Template): Compiled {
  if (!args.some(isPart)) {
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

const isPart = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (value instanceof Part ||
    value instanceof Identifier ||
    value instanceof Assignments ||
    (Array.isArray(value) && value[0] instanceof Part))

function join(strings: readonly string[], args: readonly unknown[], values: unknown[]): string {
  let text = strings[0]!
  for (let place = 1; place < strings.length; place++) text += write(args[place - 1], values) + strings[place]
  return text
}

function write(value: unknown, values: unknown[]): string {
  if (value instanceof Part) return join(value.strings, value.args, values)
  if (value instanceof Identifier) return value.text
  if (value instanceof Assignments)
    return Object.entries(value.values)
      .map(([name, given]) => `${new Identifier(name).text}=${write(given, values)}`)
      .join(',')
  if (Array.isArray(value) && value[0] instanceof Part) return value.map((part) => write(part, values)).join(' ')
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
