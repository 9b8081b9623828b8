/** The one boundary where a refusal or a fault becomes an answer (spec 7; contract 1.3). */
import { badField, errorBody, Refusal, reasons } from '@heartbell/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What the driver and PostgreSQL say when the database can't be reached or can't write just now. */
const databaseAway = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  '25006', // a former primary after a failover takes no writes
  '53100', // disk full
  '53300', // too many connections
  '57014', // statement took too long
  '57P01', // shutting down
  '57P02',
  '57P03', // starting up
])

function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const { code = '', message = '' } = error as FastifyError
  if (databaseAway.has(code))
    return new Refusal('away', 'database-away', 'The service can’t reach its database right now; try again shortly.', 1)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('too-large', 'body-too-large', 'The body is larger than 1 MiB.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal(
      'wrong-media',
      'unsupported-media-type',
      'Send application/x-www-form-urlencoded or application/json.',
    )
  if (code.startsWith('FST_ERR_CTP') || code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH')
    return badField([], `can’t be read: ${message}`)
  return null
}

const brokenSentence = 'Something went wrong on our side; try again later.'

export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error) ?? new Refusal('broken', 'internal-error', brokenSentence)
    if (refusal.reason === 'broken') request.log.error({ err: error }, 'fault')
    else if (refusal.reason === 'away') request.log.warn({ err: error }, 'away')
    return answer(request, reply, refusal)
  })
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.replace(/\/{2,}/g, '/').split('?')
    const allowed = (['GET', 'POST'] as const).filter((method) => app.hasRoute({ method, url: path }))
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
  const isAdmin = request.url.replace(/^\/+/, '/').startsWith('/storeadmin')
  if (refusal.reason === 'not-identified' && isAdmin)
    reply.header('www-authenticate', 'Basic realm="Heartbell", charset="UTF-8"')
  return reply
    .code(reasons[refusal.reason])
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify(
        errorBody.write({
          error: true,
          type: refusal.type,
          msg: refusal.message,
          message: refusal.message,
          requestId: request.id,
        }),
      ),
    )
}
