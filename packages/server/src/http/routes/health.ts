/** Routes for monitoring: liveness, readiness and metrics. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry, register } from 'prom-client'
import type { Database } from '../../database/connect.ts'
import { pingDatabase } from '../../database/inspect/server-facts.ts'
import type { AppContext } from '../plumbing/app-context.ts'
import { gaugeDatabase } from './database-metrics.ts'

export function healthRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const reason = await findReason(context)
    if (reason === null) return { status: 'ready' }
    return reply.code(503).header('retry-after', '1').send({ status: 'not ready', reason })
  })
}

async function findReason({ pool, maintenance, isLeaving }: AppContext): Promise<string | null> {
  if (isLeaving()) return 'the process is stopping'
  return maintenance.isOn() ? 'maintenance mode is on' : await databaseFault(pool)
}

/** Migrations ran before the server listens, so a database that answers is ready. */
async function databaseFault(sql: AppContext['pool']): Promise<string | null> {
  try {
    await pingDatabase(sql)
    return null
  } catch {
    return 'the database can’t be reached'
  }
}

export type MetricsOptions = {
  /** Requests slower than this many milliseconds are logged. */
  slowerThan?: number
  /** If several processes share a port: combines the metrics of all of them. */
  shareMetrics?: (own: Registry[]) => () => Promise<string>
}

const alone = (own: Registry[]) => () => Registry.merge(own).metrics()

export function metricsRoutes(
  app: FastifyInstance,
  sql: Pick<Database, 'figures'>,
  { slowerThan = Number.POSITIVE_INFINITY, shareMetrics = alone }: MetricsOptions = {},
): void {
  const isLogged = app.log.level === 'debug' || app.log.level === 'trace'
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  gaugeDatabase(registry, sql)
  const durations = new Histogram({
    name: 'heartbell_http_request_duration_seconds',
    help: 'How long requests took, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the path: a scanner must not add new labels.
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (reply.elapsedTime > slowerThan) request.log.warn(describeRequest(request, reply), 'slow request')
    else if (isLogged) request.log.debug(describeRequest(request, reply), 'request')
    done()
  })
  // Background services of this process use the default registry of prom-client.
  const gather = shareMetrics([registry, register])
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await gather()))
}

const describeRequest = (req: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply) => ({
  req,
  status,
  milliseconds: Math.round(elapsedTime),
})
