/** The documentation of requests: parameters, and the body as a form and as JSON. */
import type { z } from 'zod'
import { identity } from '../shoppers/identity.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { callerNames, identityNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'
import { examplePid } from './descriptions.ts'
import { exampleOf, type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { shownFields } from './remarks.ts'

const jsonBody = 'application/json'
const formBody = 'application/x-www-form-urlencoded'
const lineBody = 'application/x-ndjson'

/** The shopper's identity in every shopper call. */
const caller = resource(identityNames, { regid: identity.shape.regid, sessionId: identity.shape.sessionId })

export const describeParameters = (endpoint: Endpoint) => [
  ...doorParameters(endpoint),
  ...pathParameters(endpoint),
  ...queryParameters(endpoint),
  ...(acceptsKey(endpoint) ? [keyHeader] : []),
]

const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Your own key for this call. The same call with the same key within 24 hours gets the same answer and changes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** Every write of an authenticated caller accepts a key. */
export const acceptsKey = ({ method, auth, reads }: Endpoint) => method !== 'GET' && auth !== 'open' && !reads

function doorParameters({ auth }: Endpoint): object[] {
  if (auth === 'store') return []
  const description = 'The store’s id, URL-encoded.'
  return [
    {
      name: callerNames.pid,
      in: 'query',
      required: true,
      description,
      schema: { type: 'string' },
      example: examplePid,
    },
  ]
}

const isInPath = ({ path, fields }: Endpoint, ours: string) => path.split('/').includes(`:${fields.names[ours]}`)

const isInQuery = (endpoint: Endpoint, ours: string) =>
  !isInPath(endpoint, ours) && (endpoint.method === 'GET' || (endpoint.inQuery ?? []).includes(ours))

function pathParameters(endpoint: Endpoint): object[] {
  const { properties = {} } = jsonSchemaOf(endpoint.fields.wire)
  return Object.keys(endpoint.fields.shape)
    .filter((ours) => isInPath(endpoint, ours))
    .map((ours) => {
      const word = endpoint.fields.names[ours]!
      const { description, ...schema } = properties[word]!
      return { name: word, in: 'path', required: true, description, schema }
    })
}

function queryParameters(endpoint: Endpoint): object[] {
  const { properties = {}, required = [] } = jsonSchemaOf(endpoint.fields.wire)
  return Object.keys(endpoint.fields.shape)
    .filter((ours) => isInQuery(endpoint, ours))
    .map((ours) => {
      const word = endpoint.fields.names[ours]!
      const { description, ...schema } = properties[word]!
      return { name: word, in: 'query', required: required.includes(word), description, schema }
    })
}

export function describeBody(name: string, endpoint: Endpoint): object {
  const schema = bodySchema(endpoint)
  const wanted = (shownFields[name] ?? []).map((ours) => endpoint.fields.names[ours])
  const example = exampleOf(schema, (word) => wanted.includes(word)) as Record<string, unknown>
  return {
    required: true,
    content: {
      [formBody]: { schema: asForm(schema), example: formFields(example) },
      [jsonBody]: { schema, example },
      ...(endpoint.lines && { [lineBody]: describeLines(endpoint.lines.wire) }),
    },
  }
}

/** Each line is a JSON object of its own. */
function describeLines(wire: z.ZodType): object {
  const schema = jsonSchemaOf(wire)
  return { schema, example: JSON.stringify(exampleOf(schema)) }
}

function bodySchema(endpoint: Endpoint): JsonSchema {
  const { names, shape, wire } = endpoint.fields
  const fields = jsonSchemaOf(wire)
  const inQuery = Object.keys(shape)
    .filter((ours) => isInQuery(endpoint, ours))
    .map((ours) => names[ours]!)
  const asked = (endpoint.alsoRequired ?? []).map((ours) => names[ours]!)
  const who = endpoint.auth === 'shopper' ? jsonSchemaOf(caller.wire) : {}
  const properties = { ...who.properties, ...fields.properties }
  for (const word of inQuery) delete properties[word]
  const required = [...(who.required ?? []), ...(fields.required ?? []), ...asked].filter(
    (word) => !inQuery.includes(word),
  )
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

const isScalar = ({ type, anyOf }: JsonSchema): boolean =>
  anyOf ? anyOf.every(isScalar) : ![type].flat().some((kind) => kind === 'array' || kind === 'object')

/** A form has only texts: arrays and objects are sent as JSON text. */
function asForm(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([word, field]) => {
    if (isScalar(field)) return [word, field]
    const { description, examples, ...contentSchema } = field
    const text = JSON.stringify(examples?.[0] ?? exampleOf(contentSchema))
    const inForm = `${description ?? ''} JSON text in the shape of the JSON body.`.trim()
    return [word, { type: 'string', description: inForm, contentMediaType: jsonBody, contentSchema, examples: [text] }]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

const formFields = (example: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(example).map(([word, value]) => [word, typeof value === 'object' ? JSON.stringify(value) : value]),
  )
