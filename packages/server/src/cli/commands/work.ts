/** `heartbell work`: alerts, letters and webhooks alone, in as many processes and on as many machines as wanted. */
import type { Logger } from 'pino'
import { connect, type Database } from '../../database/connect.ts'
import { findEmbedded } from '../../database/embedded/open-embedded.ts'
import type { Command } from '../plumbing/command.ts'
import type { Alerts } from '../process/background-services.ts'
import { writeAddress } from '../process/banner.ts'
import { followSecret } from '../process/follow-secret.ts'
import { makeWatchingLogger } from '../process/log.ts'
import { awaitDatabase, bringUpToDate, openDatabase, openVault } from '../process/open-database.ts'
import { watchStopping } from '../process/sockets/stop-signals.ts'
import type { WorkerHealth } from '../process/sockets/worker-health.ts'
import type { Config } from '../settings/config.ts'
import { spendMemory } from '../settings/memory.ts'
import { WrongCall } from '../settings/usage-error.ts'

export const work: Command = {
  name: 'work',
  what: 'send alerts, without serving HTTP; start as many as wanted',
  flags: {
    'metrics-port': { type: 'string', value: 'PORT', what: 'also answer /healthz and /metrics there' },
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
    const code = await runWork(config, makeWatchingLogger(config), port)
    // Whatever still holds the process is not worth waiting for any more.
    process.exit(code)
  },
}

const PATIENCE = 30_000
/** How often the log says what was sent. */
const REPORT = 60_000
/** How often the data folder is asked whether its database moved. */
const LOOK = 5_000

/** On the data folder of a running server its database is used; alone, one is started. */
async function runWork(config: Config, logger: Logger, metricsPort: number | null): Promise<number> {
  const stopping = watchStopping(logger)
  const database = await openDatabase(config, { role: 'command', patience: PATIENCE })
  let health: WorkerHealth | null = null
  try {
    if (metricsPort !== null) health = await openHealth(metricsPort, config.host)
    const working = await startWorking(config, database.url, logger, stopping.fail)
    spendMemory()
    if (process.stdout.isTTY) process.stdout.write('Heartbell sends what is due. Ctrl-C ends it.\n')
    logger.info({ data: config.data, metricsPort: health?.port }, 'ready')
    const code = await stopping.asked
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
    throw new WrongCall(`--metrics-port must be a whole number from 0 to 65535, not "${text}".`)
  return port
}

const openHealth = async (port: number, host: string) =>
  (await import('../process/sockets/worker-health.ts')).openWorkerHealth(port, host)

async function startWorking(config: Config, url: string, logger: Logger, fail: (error: Error) => void) {
  let alerts = await openOn(config, url, logger)
  const report = async () => logger.info({ deliveries: await alerts.metrics.counts() }, 'alerts')
  const reporting = setInterval(report, REPORT)
  // A server that was started again may have put its database elsewhere.
  const follow = async () => {
    const now = config.databaseUrl ? null : await findEmbedded(config.data)
    if (now === null || now === url) return
    url = now
    logger.warn('The database has moved; going on with it where it is now.')
    await alerts.close()
    alerts = await openOn(config, url, logger)
  }
  let following = Promise.resolve()
  const looking = setInterval(() => {
    following = following.then(follow).catch(fail)
  }, LOOK)
  const stop = async () => {
    clearInterval(reporting)
    clearInterval(looking)
    await following
    await alerts.close()
    await report()
  }
  return { stop }
}

async function openOn(config: Config, databaseUrl: string, logger: Logger): Promise<Alerts> {
  const vault = await prepare(config, databaseUrl)
  // Loaded late: the other commands answer faster without it.
  const { openAlerts } = await import('../process/background-services.ts')
  const publicUrl = config.publicUrl ?? writeAddress(config.host, config.port)
  const follow = (sql: Database) => followSecret(sql, vault, config)
  return await openAlerts(config, { databaseUrl, vault, publicUrl, logger, follow })
}

async function prepare(config: Config, url: string) {
  const sql = connect({ url, connections: 1, name: 'heartbell start' })
  try {
    await awaitDatabase(sql, url, PATIENCE)
    await bringUpToDate(sql, config)
    return await openVault(sql, config)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
