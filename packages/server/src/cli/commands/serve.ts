/** `heartbell serve`: opens the database, migrates it, listens, and stops without losing anything. */
import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { connect, type Database } from '../../database/connect.ts'
import { refuseFewFiles } from '../doctor/file-limit.ts'
import type { Command, CommandCall } from '../plumbing/command.ts'
import { readVersion } from '../plumbing/version.ts'
import { writeBanner } from '../process/banner.ts'
import { type Demo, fillDemoStore, openDemo } from '../process/demo.ts'
import { followSecret } from '../process/follow-secret.ts'
import { makeServiceLogger } from '../process/log.ts'
import { awaitDatabase, migrateDatabase, openDatabase, openVault } from '../process/open-database.ts'
import { awaitHandover, forkServers, type Servers, watchReplaceSignal } from '../process/processes.ts'
import { noteServerAddress } from '../process/server-address.ts'
import { watchStopping } from '../process/sockets/stop-signals.ts'
import { allowMemoryGrowth } from '../settings/memory.ts'
import type { Config } from '../settings/settings.ts'
import { writeLink } from './dashboard.ts'

export const serve: Command = {
  name: 'serve',
  what: 'run the service',
  flags: {
    port: { type: 'string', value: 'PORT', what: 'port to listen on (default 4000; 0 chooses a free port)' },
    host: { type: 'string', value: 'HOST', what: 'address to listen on (default 127.0.0.1; 0.0.0.0 for all)' },
    demo: { type: 'boolean', what: 'create a demo store to try things out' },
    'no-alerts': {
      type: 'boolean',
      what: 'send no alerts and no e-mails from this process; run heartbell work for them',
    },
  },
  audit: { notAnAct: 'runs the service' },
  examples: ['heartbell serve --demo', 'heartbell serve --port 8080 --host 0.0.0.0 --data /var/lib/heartbell'],
  run: async (call) => {
    const config = call.config()
    const logger = makeServiceLogger(config)
    const code = await (cluster.isWorker ? runWorker(call, config, logger) : runServer(call, config, logger))
    // What still keeps the process alive is not worth waiting for.
    process.exit(code)
  },
}

/** Imported late: without the web framework the other commands answer twice as fast. */
const openServer = async (...args: Parameters<typeof import('../process/server.ts').openServer>) =>
  (await import('../process/server.ts')).openServer(...args)

const openBackgroundServices = async (
  ...args: Parameters<typeof import('../process/background-services.ts').openBackgroundServices>
) => (await import('../process/background-services.ts')).openBackgroundServices(...args)

/** One of several HTTP processes; the first process opened the database for it. */
async function runWorker(call: CommandCall, config: Config, logger: Logger): Promise<number> {
  const stopping = watchStopping(logger)
  const replaced = awaitHandover()
  // The first process handles this signal, which may be sent to the whole process group.
  process.on('SIGUSR2', () => {})
  const demo = await prepare(call, config, config.databaseUrl!)
  const server = await openServer(config, config.databaseUrl!, logger, demo?.pid)
  allowMemoryGrowth()
  const code = await Promise.race([stopping.requested, replaced])
  if (code === undefined) await server.handOver(stopping)
  else await server.close(stopping.hurry)
  return code ?? 0
}

async function runServer(call: CommandCall, config: Config, logger: Logger): Promise<number> {
  await refuseFewFiles()
  const stopping = watchStopping(logger)
  let servers: Servers | null = null
  watchReplaceSignal(logger, () => servers)
  const database = await openDatabase(config, {
    role: 'server',
    waitMillis: WAIT_MILLIS,
    onRestart: () => logger.warn('PostgreSQL stopped unexpectedly; restarting it.'),
    onDiskSpace: (isEnough, free) => logger.warn(writeRoom(isEnough, free, config)),
    onLost: stopping.fail,
  })
  try {
    const demo = await prepare(call, config, database.url)
    if (config.processes > 1) {
      const { answerMetrics } = await import('../process/shared-metrics.ts')
      answerMetrics()
      servers = await forkServers(config, database.url, { logger, fail: stopping.fail })
    }
    const server = servers ?? (await openServer(config, database.url, logger, demo?.pid))
    if (demo) await fillDemoStore(config, database.url, demo, server.url)
    const alerts = call.has('no-alerts')
      ? null
      : await startBackgroundServices(config, database.url, { url: server.url, demo }, logger)
    allowMemoryGrowth()
    const forgetAddress = await noteServerAddress(config.data, server.url)
    await announce(config, server, database.url, demo, logger)
    const code = await stopping.requested
    logger.info('stopping')
    await forgetAddress()
    await Promise.all([server.close(stopping.hurry), alerts?.close()])
    return code
  } finally {
    await database.stop()
  }
}

const writeRoom = (isEnough: boolean, free: number, { data }: Config) =>
  isEnough
    ? 'There is free disk space again: writing has resumed.'
    : `The disk of ${data} is full (${Math.floor(free / 1024 ** 2)} MB left): nothing can be saved until there is free space; reading continues.`

async function startBackgroundServices(
  config: Config,
  databaseUrl: string,
  { url, demo }: { url: string; demo: Demo | null },
  logger: Logger,
) {
  const sql = connect({ url: databaseUrl, connections: 1, name: 'heartbell start' })
  const vault = await openVault(sql, config).finally(() => sql.end({ timeout: 1 }))
  const follow = (sql: Database) => followSecret(sql, vault, config)
  return await openBackgroundServices(config, {
    databaseUrl,
    vault,
    publicUrl: config.publicUrl ?? url,
    logger,
    follow,
    demoPid: demo?.pid,
  })
}

async function signInLink(databaseUrl: string, url: string): Promise<string> {
  const sql = connect({ url: databaseUrl, connections: 1, name: 'heartbell start' })
  return await writeLink(sql, url).finally(() => sql.end({ timeout: 1 }))
}

const WAIT_MILLIS = 30_000

async function prepare(call: CommandCall, config: Config, url: string): Promise<Demo | null> {
  const sql = connect({ url, connections: 1, name: 'heartbell start' })
  try {
    await awaitDatabase(sql, url, WAIT_MILLIS)
    await migrateDatabase(sql, config)
    const vault = await openVault(sql, config)
    return call.has('demo') ? await openDemo(sql, vault, config.data) : null
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function announce(
  config: Config,
  { url, port }: { url: string; port: number },
  databaseUrl: string,
  demo: Demo | null,
  logger: Logger,
) {
  const version = await readVersion()
  if (process.stdout.isTTY) {
    const dashboard = await signInLink(databaseUrl, url)
    process.stdout.write(`${writeBanner({ config, url, version, demo, dashboard })}\n`)
  }
  logger.info({ url, port, data: config.data, demoPid: demo?.pid, version }, 'ready')
}
