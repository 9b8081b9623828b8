/** A valid value for a schema, so that a call passes validation; and the same with one error in it. */
import type { JsonSchema } from '@heartbell/contract/json-schema'
import { jsonValues } from './bodies.ts'
import { badText, type Dice } from './fields.ts'

/** Values from earlier answers, by name: existing ids reach more code. */
export type Seen = Map<string, string[]>

const fewOfEach = 20

export function learn(seen: Seen, json: string): void {
  for (const [, word, value] of json.slice(0, 200_000).matchAll(/"(\w+)"\s*:\s*"([\w.:@+-]{1,80})"/g)) {
    const known = seen.get(word!) ?? []
    if (known.includes(value!)) continue
    if (known.length >= fewOfEach) known.shift()
    seen.set(word!, [...known, value!])
  }
}

const someId = '019a0000-0000-7000-8000-000000000000'

/** As JSON. */
export function goodJson(dice: Dice, schema: JsonSchema, seen: Seen, word = ''): string {
  const choice = schema.anyOf ?? (schema.oneOf as JsonSchema[] | undefined)
  if (choice) return goodJson(dice, dice.pick(choice), seen, word)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return JSON.stringify(dice.pick(schema.enum))
  const type = Array.isArray(schema.type) ? dice.pick(schema.type) : schema.type
  if (type === 'object') return writeFields(goodFields(dice, schema, seen))
  if (type === 'array')
    return `[${Array.from({ length: dice.below(3) }, () => goodJson(dice, schema.items ?? {}, seen, word)).join(',')}]`
  if (type === 'boolean') return dice.pick(['true', 'false'])
  if (type === 'null') return 'null'
  if (type === 'integer' || type === 'number') return String(Number(schema.minimum ?? 0) + dice.below(30))
  return JSON.stringify(goodText(dice, schema, seen, word))
}

function goodText(dice: Dice, { format, minLength = 0, maxLength = 200 }: JsonSchema, seen: Seen, word: string) {
  const known = seen.get(word)
  if (known && dice.chance(0.8)) return dice.pick(known)
  if (format === 'uuid' || /id$/i.test(word)) return dice.pick([...(seen.get('id') ?? []), someId])
  if (/mail|^to$/i.test(word)) return `fuzz${dice.below(50)}@shop.example`
  if (/url|address/i.test(word)) return `https://shop.example/${dice.below(50)}`
  if (/^(since|until|from|at)$/i.test(word) || format === 'date-time') return '2026-11-01T00:00:00.000Z'
  return `fuzz ${dice.below(1000)}`.padEnd(Number(minLength), 'x').slice(0, Number(maxLength))
}

export type JsonFields = [word: string, json: string][]

export function goodFields(dice: Dice, { properties = {}, required = [] }: JsonSchema, seen: Seen): JsonFields {
  return Object.entries(properties)
    .filter(([word]) => required.includes(word) || dice.chance(0.5))
    .map(([word, schema]) => [word, goodJson(dice, schema, seen, word)])
}

export const writeFields = (fields: JsonFields) =>
  `{${fields.map(([word, json]) => `${JSON.stringify(word)}:${json}`).join(',')}}`

export const badJson = (dice: Dice, word: string) =>
  dice.chance(0.5) ? dice.pick(jsonValues) : JSON.stringify(badText(dice, word))

/** Mostly wrong in one place, sometimes in several, and sometimes with an unknown field. */
export function spoilFields(dice: Dice, { properties = {} }: JsonSchema, fields: JsonFields): JsonFields {
  const words = Object.keys(properties)
  const made = [...fields]
  const isChaos = dice.chance(0.15)
  for (let count = isChaos ? 3 : dice.chance(0.75) ? 1 : 0; count > 0; count--) {
    const word = words.length > 0 && dice.chance(0.9) ? dice.pick(words) : badText(dice, '')
    const place = made.findIndex(([known]) => known === word)
    if (place >= 0 && dice.chance(0.85)) made[place] = [word, spoilInside(dice, made[place]![1], word)]
    else made.push([word, badJson(dice, word)])
  }
  return made
}

/** Damages only a part of an object or array, so that it passes the check of its type. */
export function spoilInside(dice: Dice, json: string, word: string): string {
  if (!/^[[{]/.test(json) || dice.chance(0.3)) return badJson(dice, word)
  const ends = [...json.matchAll(/(?<=[:,[])("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)(?=[,\]}])/g)]
  if (ends.length === 0) return badJson(dice, word)
  const { index, 0: old } = dice.pick(ends)
  return json.slice(0, index) + badJson(dice, word) + json.slice(index + old.length)
}
