/** `heartbell work`: alerts, letters and webhooks alone, in as many processes and on as many machines as wanted. */
import type { Logger } from 'pino'
import { connect } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { writeAddress } from './banner.ts'
import type { Command } from './command.ts'
import type { Config } from './config.ts'
import { awaitDatabase, openDatabase, openVault } from './database.ts'
import { makeLogger } from './log.ts'
import { watchStopping } from './stopping.ts'

export const work: Command = {
  name: 'work',
  what: 'send alerts, without serving HTTP; start as many as wanted',
  flags: {},
  examples: [
    'heartbell work',
    'heartbell serve --no-alerts & heartbell work & heartbell work',
    'DATABASE_URL=postgres://… HEARTBELL_SECRET=… HEARTBELL_PUBLIC_URL=https://wishes.example heartbell work',
  ],
  run: async (call) => {
    const config = call.config()
    const code = await runWork(config, makeLogger(config))
    // Whatever still holds the process is not worth waiting for any more.
    process.exit(code)
  },
}

const PATIENCE = 30_000
/** How often the log says what was sent. */
const REPORT = 60_000

/** On the data folder of a running server its database is used; alone, one is started. */
async function runWork(config: Config, logger: Logger): Promise<number> {
  const stopping = watchStopping(logger)
  const database = await openDatabase(config, { role: 'command' })
  try {
    const vault = await prepare(config, database.url)
    // Loaded late: the other commands answer faster without it.
    const { openAlerts } = await import('./alerts.ts')
    const publicUrl = config.publicUrl ?? writeAddress(config.host, config.port)
    const alerts = await openAlerts(config, { databaseUrl: database.url, vault, publicUrl, logger })
    const report = async () => logger.info({ deliveries: await alerts.metrics.counts() }, 'alerts')
    const reporting = setInterval(report, REPORT)
    if (process.stdout.isTTY) process.stdout.write('Heartbell sends what is due. Ctrl-C ends it.\n')
    logger.info({ data: config.data }, 'ready')
    const code = await stopping.asked
    logger.info('stopping')
    clearInterval(reporting)
    await alerts.close()
    await report()
    return code
  } finally {
    await database.stop()
  }
}

async function prepare(config: Config, url: string) {
  const sql = connect({ url, connections: 1, name: 'heartbell start' })
  try {
    await awaitDatabase(sql, url, PATIENCE)
    await migrate(sql)
    return await openVault(sql, config)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
