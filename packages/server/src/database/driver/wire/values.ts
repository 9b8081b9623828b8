/** Converts values between JavaScript and PostgreSQL's text format, by the types that the server reports. */
import { writeJson } from './write-json.ts'

/** Type OIDs, fixed in PostgreSQL's catalog. */
const oid = { bool: 16, bytea: 17, int8: 20, json: 114, timestamptz: 1184, jsonb: 3802 } as const

/** A value sent as JSON in any case; a plain string would otherwise be sent as text. */
export class Json {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** The type that follows from the value itself; 0 lets the server decide. */
export function inferType(value: unknown): number {
  if (typeof value === 'boolean') return oid.bool
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? oid.int8 : 0
  if (value instanceof Date) return oid.timestamptz
  if (value instanceof Uint8Array) return oid.bytea
  return value instanceof Json ? oid.jsonb : 0
}

export class UndefinedValue extends Error {
  readonly code = 'UNDEFINED_VALUE'
  constructor() {
    super('UNDEFINED_VALUE: Undefined values are not allowed')
  }
}

const isJson = (type: number) => type === oid.json || type === oid.jsonb
const isTime = (type: number) => type === 1082 || type === 1114 || type === oid.timestamptz
/** Element types of arrays whose elements need special serialization. */
const elements: Record<number, number> = { 199: oid.json, 3807: oid.jsonb, 1001: oid.bytea, 1185: oid.timestamptz }

/** A parameter for `Bind`: text, bytes, or null. */
export function writeValue(value: unknown, type: number): string | Buffer | null {
  if (value === null) return null
  if (value === undefined) throw new UndefinedValue()
  if (value instanceof Json) return writeJson(value.value)
  if (isJson(type)) return writeJson(value)
  if (typeof value === 'string' && type !== oid.bytea && !isTime(type)) return value
  if (Array.isArray(value)) return writeArray(value, elements[type] ?? 0)
  if (isTime(type)) return (value instanceof Date ? value : new Date(value as string)).toISOString()
  if (value instanceof Uint8Array) return Buffer.isBuffer(value) ? value : Buffer.from(value)
  if (type === oid.bytea) return Buffer.from(value as string)
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? writeJson(value) : String(value)
}

function writeArray(values: readonly unknown[], type: number): string {
  const texts = values.map((value) => {
    if (value === null) return 'null'
    if (Array.isArray(value) && !isJson(type)) return writeArray(value, type)
    const text = writeValue(value, type)
    return `"${(typeof text === 'string' ? text : `\\x${text!.toString('hex')}`).replace(/[\\"]/g, '\\$&')}"`
  })
  return `{${texts.join(',')}}`
}

export type Parser = (text: string) => unknown

const readTime: Parser = (text) => new Date(text)
const readBytes: Parser = (text) => Buffer.from(text.slice(2), 'hex')
const readBoolean: Parser = (text) => text === 't'

/** bigint columns contain store numbers (48 bits) and counts, all safe integers. */
const parsers: Record<number, Parser> = {
  [oid.bool]: readBoolean,
  [oid.bytea]: readBytes,
  [oid.json]: JSON.parse,
  [oid.jsonb]: JSON.parse,
}
for (const type of [20, 21, 23, 26, 700, 701]) parsers[type] = Number
for (const type of [1082, 1114, oid.timestamptz]) parsers[type] = readTime

/** Array type to element type; other types are returned as text. */
const arrays: Record<number, number> = {
  1000: oid.bool, 1001: oid.bytea, 1002: 18, 1003: 19, 1005: 21, 1007: 23, 1009: 25, 1014: 1042, 1015: 1043,
  1016: 20, 1021: 700, 1022: 701, 1028: 26, 1115: 1114, 1182: 1082, 1185: 1184, 1231: 1700, 199: 114, 2951: 2950,
  3807: 3802, 1041: 869, 651: 650, 1010: 27, 143: 142, 2210: 2205,
} // biome-ignore format: a table
for (const [array, element] of Object.entries(arrays))
  parsers[Number(array)] = (text) => readArray(text, parsers[element] ?? null)

/** How to parse a column of this type; null when the text is the value. */
export const parserOf = (type: number): Parser | null => parsers[type] ?? null

function readArray(text: string, read: Parser | null): unknown[] {
  let at = text.indexOf('{') + 1
  const readElement = (raw: string) => (read ? read(raw) : raw)
  const quoted = (): string => {
    let value = ''
    for (at++; text[at] !== '"'; at++) value += text[at] === '\\' ? text[++at] : text[at]
    at++
    return value
  }
  const inside = (): unknown[] => {
    const values: unknown[] = []
    for (;;) {
      if (text[at] === '}') {
        at++
        return values
      }
      if (text[at] === ',') at++
      else if (text[at] === '"') values.push(readElement(quoted()))
      else if (text[at] === '{') {
        at++
        values.push(inside())
      } else {
        const from = at
        while (text[at] !== ',' && text[at] !== '}') at++
        const raw = text.slice(from, at)
        values.push(raw === 'NULL' ? null : readElement(raw))
      }
    }
  }
  return inside()
}

/** `list_id` → `listId`. Only column names: keys inside jsonb belong to merchants. */
export const toCamel = (name: string): string =>
  name.includes('_') ? name.replace(/(?!^)_(.)/g, (_, letter: string) => letter.toUpperCase()) : name
