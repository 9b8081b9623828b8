/** The document is valid, complete and up to date, and the server's schemas accept its examples. */
import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { allEndpoints } from '../endpoints.ts'
import { errorBody, reasons } from '../wire/errors.ts'
import { describeApi } from './openapi.ts'
import { sampleRefusal } from './openapi-errors.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test reads the document as plain JSON.
const document = describeApi() as any

/** OpenAPI writes a field of the path in braces. */
const operationOf = (path: string, method: string) =>
  document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test('docs/openapi.json is up to date (else: npm run openapi)', async () => {
  const file = new URL('../../../../docs/openapi.json', import.meta.url)
  expect(await readFile(file, 'utf8')).toBe(`${JSON.stringify(document, null, 2)}\n`)
})

test('every reference has a target, and every named part is used', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)
  const used = new Set([...references].map(([, name]) => name))
  const { schemas, responses } = document.components
  const defined = [
    ...Object.keys(schemas).map((name) => `schemas/${name}`),
    ...Object.keys(responses).map((name) => `responses/${name}`),
  ]
  expect([...used].sort()).toEqual(defined.sort())
})

describe.each(allEndpoints)('%s', (name, endpoint) => {
  const operation = operationOf(endpoint.path, endpoint.method)

  test('is documented, with its older paths', () => {
    expect(operation.operationId).toBe(name)
    for (const path of endpoint.aliases ?? []) expect(operationOf(path, endpoint.method).deprecated).toBe(true)
  })

  test('describes every field', () => {
    expect(fieldsWithoutDescription(operation)).toEqual([])
  })

  test('accepts its own examples, as a form and as JSON', () => {
    const { content = {} } = operation.requestBody ?? {}
    for (const [type, { example }] of Object.entries<{ example: unknown }>(content)) {
      const reader = type.endsWith('ndjson') ? endpoint.lines!.reader : endpoint.fields.reader
      const sent = type.endsWith('ndjson') ? JSON.parse(example as string) : example
      expect(reader.safeParse(sent).error).toBeUndefined()
    }
  })

  test('has an example that matches the schema of its answer', () => {
    expect(
      endpoint.answer.safeParse(operation.responses[200].content['application/json'].example).error,
    ).toBeUndefined()
  })

  test('documents its authentication', () => {
    const body = operation.requestBody?.content['application/json'].schema
    const query = (operation.parameters ?? []).map((parameter: { name: string }) => parameter.name)
    if (endpoint.auth === 'store') expect(operation.security).toEqual([{ storeKey: [] }])
    if (endpoint.auth === 'shopper') {
      expect(operation.security).toEqual([])
      expect(query).toContain('pid')
      expect(body.required).toEqual(expect.arrayContaining(['regid', 'sessionid']))
    }
  })

  test('documents its refusals with their real messages', () => {
    for (const status of [429, 500, 503]) expect(operation.responses).toHaveProperty(String(status))
    for (const [status, type] of endpoint.refusals ?? []) {
      const sample = sampleRefusal(status, type)
      expect(sample, `${status} ${type} has no sample in openapi-errors.ts`).toBeDefined()
      expect(reasons[sample!.reason]).toBe(status)
      const { examples } = operation.responses[status].content['application/json']
      expect(errorBody.wire.strict().safeParse(examples[type].value).error).toBeUndefined()
    }
  })
})

/** Properties without a description at any depth; the target of a reference is checked separately. */
function fieldsWithoutDescription(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { properties = {} } = node as { properties?: Record<string, { description?: string; const?: unknown }> }
  const undescribed = Object.keys(properties).filter((word) => !properties[word]!.description)
  const inner = Object.entries(node).filter(([key]) => !['example', 'examples'].includes(key))
  return [
    ...undescribed.map((word) => `${path}.${word}`),
    ...inner.flatMap(([key, each]) => fieldsWithoutDescription(each, key === 'properties' ? path : `${path}.${key}`)),
  ]
}

test('every named record describes its fields', () => {
  expect(fieldsWithoutDescription(document.components.schemas)).toEqual([])
})
