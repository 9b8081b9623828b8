/** One HTTP process: its pool, app and port; closes them in reverse order. */
import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { makeConnectionTests } from '../../alerts/providers/connection-tests.ts'
import { connect } from '../../database/connect.ts'
import { defaultHealthProbe } from '../../database/driver/health-probe.ts'
import { defaultShareLimits } from '../../database/driver/queues/shares.ts'
import { startStatisticsRefresh } from '../../database/statistics.ts'
import { startBackgroundWork } from '../../domain/lists/background-work.ts'
import { finishCopies } from '../../domain/lists/copy-list.ts'
import { hookConnectionTests } from '../../hooks/connection-tests.ts'
import { type AppOptions, buildApp } from '../../http/app.ts'
import type { SharedRateLimits } from '../../http/plumbing/shared-limits.ts'
import type { MetricsOptions } from '../../http/routes/health.ts'
import { openOutgoingHttp } from '../../net/safe-fetch.ts'
import { sizesFor } from '../settings/pool-sizes.ts'
import type { Config } from '../settings/settings.ts'
import { writeAddress } from './banner.ts'
import { followSecret } from './follow-secret.ts'
import { mountRoutes } from './mount-routes.ts'
import { openVault } from './open-database.ts'
import { type Connections, watchConnections } from './sockets/connections.ts'
import { drain, handOver } from './sockets/graceful-shutdown.ts'
import { explainListening } from './sockets/listening.ts'
import type { Stopping } from './sockets/stop-signals.ts'

/** Milliseconds: a request that waits longer for a locked row fails and can be retried. */
const LOCK_TIMEOUT = 2_500

export type Server = {
  port: number
  url: string
  close: (hurry: AbortSignal) => Promise<void>
}

/** One of several processes on the same port can also be replaced without losing a request. */
export type ReplaceableServer = Server & { handOver: (stopping: Pick<Stopping, 'started' | 'hurry'>) => Promise<void> }

export async function openServer(
  config: Config,
  databaseUrl: string,
  logger: Logger,
  demoPid?: string,
): Promise<ReplaceableServer> {
  const sql = connect({
    url: databaseUrl,
    ...sizesFor(config.processes),
    shares: defaultShareLimits,
    lockTimeout: LOCK_TIMEOUT,
    healthProbe: defaultHealthProbe,
    onNotice: (message) => logger.debug(message),
  })
  const background = sql.as('background')
  try {
    const vault = await openVault(sql, config)
    const limits = config.redisUrl ? await openLimits(config.redisUrl, logger) : null
    let url = config.publicUrl ?? ''
    let connections: Connections | null = null
    const wayOut = openOutgoingHttp({ allowLoopback: config.allowLoopback })
    const { fetch } = wayOut
    const context = { fetch, publicUrl: () => url, allowLoopback: config.allowLoopback }
    const probes = makeConnectionTests(sql, vault, context, hookConnectionTests({ sql, fetch }))
    const app = await buildApp({
      sql,
      vault,
      logger,
      trustProxy: config.trustProxy,
      watching: await watching(config),
      publicUrl: () => url,
      isLeaving: () => connections?.isLeaving() ?? false,
      probes,
      ...(limits && { limits }),
      mounts: [
        ...mountRoutes(fetch, { hasMail: !config.mailUrl.startsWith('outbox:') }),
        ...(demoPid ? [await mountDemo(demoPid)] : []),
      ],
    })
    const open = watchConnections(app.server)
    connections = open
    await app.listen({ port: config.port, host: config.host }).catch(async (error) => {
      await app.close()
      throw new Error(explainListening(error, config), { cause: error })
    })
    finishCopies(background).catch((error) =>
      logger.warn({ err: error }, 'copying a list failed; the next start resumes it'),
    )
    const leftWork = startBackgroundWork(background, (error) =>
      logger.warn({ err: error }, 'background work failed; it will be retried'),
    )
    const statistics = startStatisticsRefresh(background, (error) =>
      logger.debug({ err: error }, 'refreshing statistics failed; it will be retried'),
    )
    const stopFollowing = followSecret(background, vault, config)
    const { port } = app.server.address() as { port: number }
    url ||= writeAddress(config.host, port)
    const close = async () => {
      stopFollowing()
      await app.close()
      limits?.close()
      await leftWork.stop()
      const stopped = Promise.all([statistics.close(), wayOut.close()])
      await sql.end({ timeout: 1 })
      await stopped
    }
    return {
      port,
      url,
      close: (hurry) => drain(open, config.drain * 1000, hurry).then(close),
      handOver: (stopping) => handOver(open, stopping).then(close),
    }
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error
  }
}

async function watching({ slowerThan }: Config): Promise<MetricsOptions> {
  if (!cluster.isWorker) return { slowerThan }
  const { askForMetrics } = await import('./shared-metrics.ts')
  return { slowerThan, shareMetrics: askForMetrics }
}

/** The demo's pages and products are loaded only when there is a demo. */
async function mountDemo(pid: string): Promise<NonNullable<AppOptions['mounts']>[number]> {
  const { demoRoutes } = await import('../../pages/demo/demo.ts')
  return (scope, context) => demoRoutes(scope, context, () => pid)
}

/** Imported only when needed: it costs every process some memory. */
async function openLimits(redisUrl: string, logger: Logger): Promise<SharedRateLimits> {
  const { shareRateLimits } = await import('../../http/plumbing/shared-limits.ts')
  return shareRateLimits(redisUrl, (sentence) => logger.warn(sentence))
}
