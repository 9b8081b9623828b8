/** The one place where a refusal or an internal error becomes an HTTP answer. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { badField, errorBody, Refusal, reasons } from '@heartbell/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainPath } from './paths.ts'

/** Codes of the driver and of PostgreSQL when the database is not reachable or not ready. */
const databaseAway = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ENOENT',
  '40001', // two transactions conflict; the same call succeeds when repeated
  '40P01',
  '53300', // too many connections
  '57014', // statement took too long
  '57P01', // shutting down
  '57P02',
  '57P03', // starting up
])

/** The disk is (nearly) full, or the server is a former primary after a failover: reads work, writes do not. */
const readOnly = new Set(['25006', '53100'])
const readOnlySentence =
  'Nothing can be saved right now, because the database does not accept writes; reading still works. Try again shortly.'

const lockedSentence = 'Another call is changing the same data right now; try again shortly.'
const busySentence = 'Too many calls of this store or shopper are running; try again shortly.'

function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const { code: said, message, severity } = (error ?? {}) as Partial<FastifyError> & { severity?: string }
  const code = String(said)
  // A connection pooler sends 08P01 with FATAL when it lost its connection or has none free.
  if (databaseAway.has(code) || (code === '08P01' && severity === 'FATAL'))
    return new Refusal('away', 'database-away', 'The service can’t reach its database right now; try again shortly.', 1)
  if (code === '55P03') return new Refusal('away', 'locked', lockedSentence, 1)
  if (code === 'POOL_BUSY') return new Refusal('away', 'busy', busySentence, 1)
  if (readOnly.has(code)) return new Refusal('away', 'read-only', readOnlySentence, 5)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('too-large', 'body-too-large', 'The body is larger than 1 MiB.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal(
      'wrong-media',
      'unsupported-media-type',
      'Send application/x-www-form-urlencoded or application/json.',
    )
  if (code.startsWith('FST_ERR_CTP')) return badField([], `can’t be read: ${message}`)
  if (code === 'FST_ERR_BAD_URL') return badField(['path'], 'can’t be decoded')
  if (code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new Refusal(
      'not-found',
      'unknown-path',
      'There is nothing at this path: a part of it is longer than any name.',
    )
  return null
}

const brokenSentence = 'Something went wrong on our side; try again later.'

/** Also for errors that fastify throws before it finds a route, such as a path that cannot be decoded. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error) ?? new Refusal('broken', 'internal-error', brokenSentence)
  if (refusal.reason === 'broken') request.log.error({ err: error }, 'fault')
  else if (refusal.reason === 'away') request.log.warn({ err: error }, 'away')
  return answer(request, reply, refusal)
}

export function answerRefusals(app: FastifyInstance): void {
  // Node would answer an unknown `Expect` header without a body; ignoring the header is equally correct.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => {
    const path = plainPath(request.url)
    // The router reads a star as a pattern and throws if it is in the middle.
    const asked = path.includes('*') ? [] : (['GET', 'POST', 'PUT'] as const)
    const allowed = asked.filter((method) => app.hasRoute({ method, url: path }))
    // has no data, and without it the console of a page speaks of CORS instead of the misspelt name
    if (allowed.length === 0 && /^\/(api|client)\//.test(path)) reply.header('access-control-allow-origin', '*')
    if (allowed.length === 0)
      return answer(
        request,
        reply,
        new Refusal('not-found', 'unknown-path', `There is nothing at ${path.slice(0, 200)}.`),
      )
    reply.header('allow', allowed.join(', '))
    return answer(
      request,
      reply,
      new Refusal('wrong-method', 'wrong-method', `This path answers to ${allowed.join(' and ')}.`),
    )
  })
}

function answer(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  const isAdmin = plainPath(request.url).startsWith('/storeadmin')
  if (refusal.reason === 'not-identified' && isAdmin)
    reply.header('www-authenticate', 'Basic realm="Heartbell", charset="UTF-8"')
  // The rest of a refused body is not read, and its sender may never finish it.
  if (!request.raw.complete) reply.header('connection', 'close')
  // the hook that sets it does not run before a route is found
  reply.header('x-request-id', request.id)
  // a stream may break after its encoding was chosen
  reply.removeHeader('content-encoding')
  return reply
    .code(reasons[refusal.reason])
    .type('application/json; charset=utf-8')
    .send(refusalText(refusal.type, refusal.message, request.id))
}

const refusalText = (type: string, message: string, requestId: string) =>
  JSON.stringify(errorBody.write({ error: true, type, msg: message, message, requestId }))

const parserErrors: Record<string, readonly [status: string, type: string, says: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers-too-large',
    'The URL or the headers are too long.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request-timeout', 'The request was not complete in time.'],
}
const notHttp = ['400 Bad Request', 'bad-request', 'This is not a valid HTTP request.'] as const

/** A request that Node could not parse has no reply object: the answer is written to the socket. */
export function answerBrokenRequest(
  { code = '', rawPacket }: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
  lingerMillis: number,
): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, type, says] = parserErrors[code] ?? notHttp
  const requestId = randomUUID()
  const body = refusalText(type, says, requestId)
  const headers = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  // A client that sent HEAD would read a body as the next answer.
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD '
  // Keep reading for a moment, so that a reset does not lose the answer; the client may never close its side.
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMillis).unref()
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${isHead ? '' : body}`)
}
