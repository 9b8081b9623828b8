/** Bodies of webhooks as the bytes they came in: a signature is over those, so nothing is read before it is checked. */
import { parse } from 'node:querystring'
import { parseJson } from '@heartbell/contract/json'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const maxBytes = 1024 * 1024

/** In this scope every body of any content type is a buffer. */
export function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  )
}

/** An empty one where nothing was sent. */
export const rawBody = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** A header that was sent once, or undefined. */
export function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** After the signature was checked. Undefined for what is no JSON. */
export function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** The same where whole numbers beyond 2^53 must stay whole, as in platforms' ids. */
export function readExactJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** After the signature was checked; of a repeated field the first value counts. */
export function readForm(body: Buffer): Record<string, string> {
  const fields = Object.entries(parse(body.toString(), '&', '=', { maxKeys: 200 }))
  return Object.fromEntries(fields.map(([name, value]) => [name, String(Array.isArray(value) ? value[0] : value)]))
}
