/** JSON Schemas for the documentation: wire names with their meaning, and what callers send rather than the parsed value. */
import { z } from 'zod'
import type { Names } from '../wire/resource.ts'
import { describeField } from './descriptions.ts'

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  examples?: unknown[]
  [keyword: string]: unknown
}

/** Metadata that `fields.ts` and `resource.ts` attach to a schema. */
type Hints = { jsonSchema?: JsonSchema; documentedAs?: z.ZodType; field?: { names: Names; ours: string } }

const known = new WeakMap<z.ZodType, JsonSchema>()

/** Cached, because the same fields appear in many calls. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const before = known.get(schema)
  if (before) return before
  const { $schema, ...shown } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override,
  }) as JsonSchema
  const tidied = tidy(shown)
  known.set(schema, tidied)
  return tidied
}

function override({ zodSchema, jsonSchema: target }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }): void {
  const hints = (z.globalRegistry.get(zodSchema as unknown as z.ZodType) ?? {}) as Hints
  const { jsonSchema, documentedAs, field, ...found } = target as JsonSchema
  const shape = hints.documentedAs ? jsonSchemaOf(hints.documentedAs) : (hints.jsonSchema ?? found)
  for (const keyword of Object.keys(target)) delete (target as JsonSchema)[keyword]
  Object.assign(target, shape, hints.field && meaningOf(hints.field))
}

function meaningOf({ names, ours }: { names: Names; ours: string }): JsonSchema {
  const [sentence, example] = describeField(names, ours) ?? []
  return { ...(sentence && { description: `${sentence}.` }), ...(example !== undefined && { examples: [example] }) }
}

/** Removes keywords that say nothing, such as the limits of safe integers, and shortens choices. */
function tidy(schema: JsonSchema): JsonSchema {
  const { pattern, minimum, maximum, additionalProperties, propertyNames, anyOf, properties, items, ...rest } = schema
  return {
    ...(anyOf && tidyChoice(anyOf.map(tidy))),
    ...rest,
    ...(properties && { properties: mapValues(properties, tidy) }),
    ...(items && { items: tidy(items) }),
    ...(pattern !== undefined && rest.format === undefined && { pattern }),
    ...(minimum !== Number.MIN_SAFE_INTEGER && minimum !== undefined && { minimum }),
    ...(maximum !== Number.MAX_SAFE_INTEGER && maximum !== undefined && { maximum }),
    // Callers ignore unknown fields, as we do, so that answers may get new ones.
    ...(additionalProperties && { additionalProperties: tidyRest(additionalProperties) }),
  }
}

/** `{}` and `true` both allow anything; `true` is clearer. */
function tidyRest(schema: JsonSchema | true): JsonSchema | true {
  return schema === true || Object.keys(schema).length === 0 ? true : tidy(schema)
}

const mapValues = <From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

function tidyChoice(anyOf: JsonSchema[]): JsonSchema {
  const values = anyOf.map(({ const: value }) => value)
  if (values.every((value) => value !== undefined)) return { type: typeOf(values), enum: values }
  const [first, second] = anyOf as [JsonSchema, JsonSchema]
  const isSimple = typeof first.type === 'string' && !first.properties
  return isSimple && second?.type === 'null' ? { ...first, type: [first.type as string, 'null'] } : { anyOf }
}

/** An example value of this shape, made from the examples of its fields; of the optional fields only the wanted ones. */
export function exampleOf(schema: JsonSchema, isWanted: (word: string) => boolean = () => false): unknown {
  const { examples, anyOf, properties, items, type } = schema
  if (examples) return examples[0]
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (anyOf) return exampleOf(anyOf[0]!, isWanted)
  if (items) return [exampleOf(items, isWanted)]
  if (properties) {
    const shown = Object.keys(properties).filter((word) => schema.required?.includes(word) || isWanted(word))
    return Object.fromEntries(shown.map((word) => [word, exampleOf(properties[word]!)]))
  }
  const [kind] = [type].flat()
  return plainValues[kind ?? 'string']
}

const typeOf = (values: unknown[]) => (values.every(Number.isInteger) ? 'integer' : (typeof values[0] as string))

const plainValues: Record<string, unknown> = {
  integer: 1,
  number: 1,
  boolean: true,
  object: {},
  null: null,
  string: 'text',
}
