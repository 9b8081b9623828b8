/** The OpenAPI 3.1 document, generated from the endpoints. */
import { catalogProduct, catalogRecord } from '../catalog/catalog.ts'
import { productRecord } from '../catalog/products.ts'
import { allEndpoints } from '../endpoints.ts'
import { customItemRecord, editedItem, itemRecord, newItem } from '../lists/items.ts'
import { listHead, listRecord } from '../lists/lists.ts'
import { ownerRecord } from '../lists/owners.ts'
import { identity } from '../shoppers/identity.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { errorBody } from '../wire/errors.ts'
import { callerNames, errorNames, identityNames } from '../wire/names.ts'
import { exampleOf, type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { commonErrorAnswers, errorAnswers } from './openapi-errors.ts'
import { describeBody, describeParameters } from './openapi-requests.ts'
import { remarks } from './remarks.ts'

/** The version in the paths. */
const version = '3'

const introduction = `Wishlists, save-for-later lists and back-in-stock alerts for one or many stores.

**Two kinds of calls.** Store calls (\`/storeadmin/…\`) come from the store’s own server, with its id and API key as Basic authentication.
Shopper calls (\`/api/…\`) come from anywhere on behalf of one shopper: send the store’s id \`${callerNames.pid}\` in the query, URL-encoded, and
\`${identityNames.regid}\` and \`${identityNames.sessionId}\` in the body, as \`generate-regid\` returned them.

**Bodies** are forms (\`application/x-www-form-urlencoded\`) or JSON with the same names. In a form, send arrays and objects as JSON
text. Unknown fields are ignored; please ignore unknown fields in answers, too.

**Answers** are JSON, always; success is 200. In an error, \`${errorNames.type}\` is for programs and never changes;
\`${errorNames.msg}\` is for people and names the wrong field. Unknown paths answer 404, wrong methods 405.

**Ids** of products and variants may be numbers or text; \`123\` and \`"123"\` are the same product. An id that is a safe integer comes back as a
number. **Times** are milliseconds since 1970 unless the field says otherwise.

**Writes may be repeated.** If an answer is lost, send the call again: adding an existing item, subscribing again or sending the same
stock again changes nothing.

**Limits:** bodies of 1 MiB, 250 items a call, and requests per second for each key, each shopper and each IP address, as the store has
set them (429 with \`Retry-After\` beyond).`

const tags = [
  {
    name: 'Identity',
    description: 'The identity of shoppers: guests by UUID, logged-in shoppers by e-mail, and merging the two.',
  },
  { name: 'Lists', description: 'Wishlists, save-for-later lists and other lists, and the items in them.' },
  { name: 'Alerts', description: 'Subscriptions to alerts about products.' },
  { name: 'Reports', description: 'The demand for products, and the results of alerts.' },
  { name: 'Catalog', description: 'The store’s products and their stock.' },
]

export type Document = { openapi: string; paths: Record<string, unknown>; components: Record<string, unknown> }

export function describeApi(): Document {
  const named = namedSchemas()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of allEndpoints) {
    const method = endpoint.method.toLowerCase()
    const operation = describeOperation(name, endpoint)
    const place = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[place] = { ...paths[place], [method]: operation }
    for (const [index, path] of (endpoint.aliases ?? []).entries())
      paths[path] = { ...paths[path], [method]: asAlias(operation, endpoint.path, index) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Heartbell',
      summary: 'Wishlists and back-in-stock alerts',
      description: oneLined(introduction),
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags,
    paths: withReferences(paths, named) as Record<string, unknown>,
    components: {
      schemas: Object.fromEntries(
        Object.entries(named).map(([name, schema]) => [name, withReferences(schema, named, name)]),
      ),
      responses: commonErrorAnswers(),
      securitySchemes: {
        storeKey: {
          type: 'http',
          scheme: 'basic',
          description: 'The store’s id and one of its API keys, as Basic authentication.',
        },
      },
    },
  } as Document
}

function describeOperation(name: string, endpoint: Endpoint): Record<string, unknown> {
  const { tag, summary, auth, method } = endpoint
  const parameters = describeParameters(endpoint)
  const answer = jsonSchemaOf(endpoint.answer)
  return {
    operationId: name,
    tags: [tag],
    summary: titleOf(name),
    description: [`${summary}.`, oneLined(remarks[name] ?? '')].join('\n\n').trim(),
    security: auth === 'store' ? [{ storeKey: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(method !== 'GET' && { requestBody: describeBody(name, endpoint) }),
    responses: {
      200: {
        description: 'Done.',
        headers: { 'x-request-id': { description: 'The request’s id, for the log.', schema: { type: 'string' } } },
        content: { 'application/json': { schema: answer, example: exampleOf(answer) } },
      },
      ...errorAnswers(endpoint),
    },
  }
}

/** `fetchListWithContents` is “Fetch list with contents”, `whoAmI` is “Who am I”. */
const titleOf = (name: string) => {
  const words = name.replaceAll(/[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`).replace(/[A-Z]$/, ' $&')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Joins the lines of a text; an empty line still separates paragraphs. */
const oneLined = (text: string) => text.replaceAll(/(\S)\n(?=\S)/g, '$1 ')

const asAlias = (operation: Record<string, unknown>, path: string, index: number) => ({
  ...operation,
  operationId: `${operation.operationId}Alias${index + 1}`,
  summary: `${operation.summary} (older address)`,
  description: `The same as \`${path}\`; use that path instead.`,
  deprecated: true,
})

/** Records that appear in several places and are documented once. */
const namedSchemas = (): Record<string, JsonSchema> => ({
  Error: jsonSchemaOf(errorBody.wire),
  Identity: jsonSchemaOf(identity.wire),
  List: jsonSchemaOf(listRecord.wire),
  ListHead: jsonSchemaOf(listHead.wire),
  Item: jsonSchemaOf(itemRecord.wire),
  CustomItem: jsonSchemaOf(customItemRecord.wire),
  NewItem: jsonSchemaOf(newItem),
  ItemEdit: jsonSchemaOf(editedItem),
  Owner: jsonSchemaOf(ownerRecord.wire),
  Product: jsonSchemaOf(productRecord.wire),
  CatalogProduct: jsonSchemaOf(catalogProduct.reader),
  CatalogRecord: jsonSchemaOf(catalogRecord.wire),
})

/** Replaces each copy of a named record by a reference, except in the record's own definition. */
function withReferences(node: unknown, named: Record<string, JsonSchema>, defining?: string): unknown {
  const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]))
  const visit = (node: unknown, isRoot: boolean): unknown => {
    if (typeof node !== 'object' || node === null) return node
    if (Array.isArray(node)) return node.map((each) => visit(each, false))
    const name = 'properties' in node || 'anyOf' in node ? names.get(JSON.stringify(node)) : undefined
    if (name && !(isRoot && name === defining)) return { $ref: `#/components/schemas/${name}` }
    return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, visit(each, false)]))
  }
  return visit(node, true)
}
