/** Request bodies: a form or JSON up to 1 MiB, on some routes a stream of any length; any other type is answered with 415. */
import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import { badField } from '@heartbell/contract/errors'
import { parseJson, TooDeep } from '@heartbell/contract/json'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The route accepts streams, which have a time limit for each chunk instead of one for the whole body. */
    readsStreams: boolean
  }
}

export const bodyLimit = 1024 * 1024

/** More fields than any call has, and cheap to parse. */
const maxFields = 1000

/** The time limit of a whole body, or of the next chunk of a stream. Node's own timeout cannot tell them apart. */
const timeoutMillis = 30_000

export function addBodyParsers(app: FastifyInstance, bodyMillis = timeoutMillis): void {
  app.removeAllContentTypeParsers()
  app.decorateRequest('readsStreams', false)
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request) && !(request.readsStreams && isStream(request))) {
      const clock = setTimeout(() => payload.destroy(), bodyMillis).unref()
      const stop = () => clearTimeout(clock)
      payload.once('end', stop).once('close', stop)
    }
    done(null, payload)
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parse(body as string, '&', '=', { maxKeys: maxFields })),
  )
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      done(null, parseJson(body as string))
    } catch (error) {
      done(badField([], error instanceof TooDeep ? error.message : 'is not valid JSON'))
    }
  })
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

const lineTypes = ['application/x-ndjson', 'application/ndjson']

/** The format of a feed is detected from its content, not from its type. */
const feedTypes = [
  'text/xml',
  'application/xml',
  'application/rss+xml',
  'application/atom+xml',
  'text/csv',
  'text/tab-separated-values',
  'text/plain',
  'application/gzip',
  'application/x-gzip',
  'application/octet-stream',
]
const streamTypes = [...lineTypes, ...feedTypes]

/** Also uploaded files that are read as streams. */
const isStream = ({ headers }: FastifyRequest) =>
  [...streamTypes, 'application/octet-stream'].some((type) => headers['content-type']?.toLowerCase().startsWith(type))

/** The time limit counts only while we wait for the sender. */
async function* withTimeout(stream: IncomingMessage): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]()
  for (;;) {
    const clock = setTimeout(() => stream.destroy(), timeoutMillis).unref()
    const { done, value } = await chunks.next().finally(() => clearTimeout(clock))
    if (done) return
    yield value
  }
}

/** In this scope a body may also be a stream of JSON lines. */
export const acceptLines = (scope: FastifyInstance): void => acceptStreams(scope, lineTypes)

export const acceptFeeds = (scope: FastifyInstance): void => acceptStreams(scope, feedTypes)

function acceptStreams(scope: FastifyInstance, types: string[]): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    request.readsStreams = true
    done()
  })
  scope.addContentTypeParser(types, (_request, payload, done) => done(null, withTimeout(payload)))
  scope.addHook('onSend', (request, reply, payload, done) => {
    // A refusal may come before the end of the stream; the rest is not read.
    if (isStream(request) && !request.raw.complete) reply.header('connection', 'close')
    done(null, payload)
  })
}
