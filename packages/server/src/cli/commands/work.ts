/** `heartbell work`: background work without HTTP (alerts, messages, webhooks), in as many processes and machines as needed. */

import type { Logger } from 'pino'
import { connect, type Database } from '../../database/connect.ts'
import { findEmbedded } from '../../database/embedded/open-embedded.ts'
import type { Command } from '../plumbing/command.ts'
import type { BackgroundServices } from '../process/background-services.ts'
import { writeAddress } from '../process/banner.ts'
import { readSavedDemo } from '../process/demo.ts'
import { followSecret } from '../process/follow-secret.ts'
import { makeServiceLogger } from '../process/log.ts'
import { awaitDatabase, migrateDatabase, openDatabase, openVault } from '../process/open-database.ts'
import { watchStopping } from '../process/sockets/stop-signals.ts'
import type { WorkerHealth } from '../process/sockets/worker-health.ts'
import { allowMemoryGrowth } from '../settings/memory.ts'
import type { Config } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'

export const work: Command = {
  name: 'work',
  what: 'send alerts, without HTTP; start as many as needed',
  flags: {
    'metrics-port': { type: 'string', value: 'PORT', what: 'also serve /healthz and /metrics on this port' },
  },
  audit: { notAnAct: 'runs the service' },
  examples: [
    'heartbell work',
    'heartbell work --metrics-port 9464',
    'heartbell serve --no-alerts & heartbell work & heartbell work',
    'DATABASE_URL=postgres://… HEARTBELL_SECRET=… HEARTBELL_PUBLIC_URL=https://wishes.example heartbell work',
  ],
  run: async (call) => {
    const config = call.config()
    const port = readPort(call.flag('metrics-port'))
    const code = await runWork(config, makeServiceLogger(config), port)
    // What still keeps the process alive is not worth waiting for.
    process.exit(code)
  },
}

const WAIT_MILLIS = 30_000
/** How often the log reports what was sent. */
const REPORT_MILLIS = 60_000
/** How often we check whether the database of the data folder has moved. */
const CHECK_MILLIS = 5_000

/** Uses the database of a server that runs on the data folder; starts one if no server runs. */
async function runWork(config: Config, logger: Logger, metricsPort: number | null): Promise<number> {
  const stopping = watchStopping(logger)
  const database = await openDatabase(config, { role: 'command', waitMillis: WAIT_MILLIS })
  let health: WorkerHealth | null = null
  try {
    if (metricsPort !== null) health = await openHealth(metricsPort, config.host)
    const working = await startWorking(config, database.url, logger, stopping.fail)
    allowMemoryGrowth()
    if (process.stdout.isTTY) process.stdout.write('Heartbell is sending what is due. Press Ctrl-C to stop.\n')
    logger.info({ data: config.data, metricsPort: health?.port }, 'ready')
    const code = await stopping.requested
    logger.info('stopping')
    await working.stop()
    return code
  } finally {
    health?.close()
    await database.stop()
  }
}

function readPort(text: string | undefined): number | null {
  if (text === undefined) return null
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new UsageError(`--metrics-port must be a whole number from 0 to 65535, not "${text}".`)
  return port
}

const openHealth = async (port: number, host: string) =>
  (await import('../process/sockets/worker-health.ts')).openWorkerHealth(port, host)

async function startWorking(config: Config, url: string, logger: Logger, fail: (error: Error) => void) {
  let alerts = await openServices(config, url, logger)
  const report = async () => logger.info({ deliveries: await alerts.metrics.counts() }, 'alerts')
  const reporting = setInterval(report, REPORT_MILLIS)
  // A restarted server may have its database at another port.
  const follow = async () => {
    const now = config.databaseUrl ? null : await findEmbedded(config.data)
    if (now === null || now === url) return
    url = now
    logger.warn('The address of the database has changed; reconnecting.')
    await alerts.close()
    alerts = await openServices(config, url, logger)
  }
  let following = Promise.resolve()
  const checking = setInterval(() => {
    following = following.then(follow).catch(fail)
  }, CHECK_MILLIS)
  const stop = async () => {
    clearInterval(reporting)
    clearInterval(checking)
    await following
    await alerts.close()
    await report()
  }
  return { stop }
}

async function openServices(config: Config, databaseUrl: string, logger: Logger): Promise<BackgroundServices> {
  const vault = await prepare(config, databaseUrl)
  // Imported late: the other commands answer faster without it.
  const { openBackgroundServices } = await import('../process/background-services.ts')
  const publicUrl = config.publicUrl ?? writeAddress(config.host, config.port)
  const follow = (sql: Database) => followSecret(sql, vault, config)
  return await openBackgroundServices(config, {
    ...{ databaseUrl, vault, publicUrl, logger, follow },
    demoPid: (await readSavedDemo(config.data))?.pid,
  })
}

async function prepare(config: Config, url: string) {
  const sql = connect({ url, connections: 1, name: 'heartbell start' })
  try {
    await awaitDatabase(sql, url, WAIT_MILLIS)
    await migrateDatabase(sql, config)
    return await openVault(sql, config)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
