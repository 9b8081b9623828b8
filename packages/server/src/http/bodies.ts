/** What a body may be: a form or JSON, up to 1 MiB; anything else answers 415 (contract 1.1, 1.8). */
import { parse } from 'node:querystring'
import { badField } from '@heartbell/contract/errors'
import { parseJson } from '@heartbell/contract/json'
import type { FastifyInstance } from 'fastify'

export const bodyLimit = 1024 * 1024

/** More fields than any call has, few enough to cost nothing. */
const mostFields = 1000

export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parse(body as string, '&', '=', { maxKeys: mostFields })),
  )
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      done(null, parseJson(body as string))
    } catch {
      done(badField([], 'is not valid JSON'))
    }
  })
}
