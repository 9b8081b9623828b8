/** `heartbell bench`, `npm run bench`: the speed rows, each measured against its limit in the same run on the same machine. */

import { finish, printTable, type Row, writeTo } from '../setup/report.ts'
import { makePattern } from '../setup/server.ts'
import { openShop, type Shop, seedCatalog } from '../setup/shop.ts'
import { waitIfStopping } from '../setup/stopping.ts'
import { readFlags, UsageError } from './call.ts'
import { chooseRows } from './choose-rows.ts'
import { measureBusy, readDatabase, readMachine, sayBusy } from './machine.ts'
import { writePage } from './page/page.ts'
import { showProgress } from './progress.ts'
import { addItem } from './rows/add-item.ts'
import { bigList } from './rows/big-list.ts'
import { dashboardScreens } from './rows/dashboard-screens.ts'
import { fetchLists } from './rows/fetch-lists.ts'
import { generateRegid } from './rows/generate-regid.ts'
import { growth } from './rows/growth.ts'
import { importFeedRow } from './rows/import-feed.ts'
import { knownPeers, peerRows } from './rows/peers.ts'
import { planMillion } from './rows/plan-million.ts'
import { processMemory } from './rows/process-memory.ts'
import type { BenchRow, Pace } from './rows/row.ts'
import { sendSmtp } from './rows/send-smtp.ts'
import { start } from './rows/start.ts'

const rows: BenchRow[] = [
  ...[addItem, fetchLists, generateRegid, bigList, growth, processMemory, start],
  ...[planMillion, importFeedRow, sendSmtp, dashboardScreens],
]

const help = `heartbell bench [--quick] [--only ROW …] [--json FILE] [--html FILE] [--peer NAME=URL …]
npm run bench -- …

  --quick            shorter rounds and smaller crowds, about a minute in all
  --only ROW         one row, may be given several times
  --json FILE        also writes the rows as JSON
  --html FILE        also writes a page with plots
  --peer NAME=URL    compares with another service on this machine: ${knownPeers.map(({ name }) => name).join(', ')}
  --medusa-key KEY   Medusa's publishable key (or MEDUSA_PUBLISHABLE_KEY)
  --rounds N         how often both sides are measured
  --seconds N        how long each time
  --items N          growth: up to so many items

Rows:
${[...rows, ...peerRows([])].map(({ name, what }) => `  ${name.padEnd(18)} ${what}`).join('\n')}
`

async function main(args: string[]): Promise<number> {
  const flags = readFlags(args, process.env)
  if (flags.help) {
    console.log(help)
    return 0
  }
  const chosen = chooseRows(rows, flags)
  const at = new Date()
  const machine = await readMachine()
  const before = await measureBusy()
  if (sayBusy(before)) console.error(sayBusy(before))
  const removePattern = flags.pace.quick && chosen.length > 1 ? await makePattern() : async () => {}
  // The row about alerts sends them itself; no other process may.
  const shop = await openShop({ flags: ['--no-alerts'] })
  const found: Row[] = []
  let database: string
  try {
    database = await readDatabase(shop.sql)
    await seedCatalog(shop.sql, shop.store)
    const progress = showProgress(process.stderr, chosen.length)
    for (const row of chosen) found.push(await progress(row, () => measure(row, shop, flags.pace)))
  } finally {
    await shop.close()
    await removePattern()
  }
  printTable(found)
  if (flags.html) {
    const about = Object.fromEntries(chosen.map(({ name, what }) => [name, what]))
    const command = writeCommand(args)
    const seconds = (Date.now() - at.getTime()) / 1000
    const busy = { before, after: await measureBusy() }
    await writeTo(flags.html, writePage({ about, rows: found, machine, busy, database, command, at, seconds }))
  }
  return await finish(found, flags.json)
}

/** As typed, but without the key: the page may be shared. */
const writeCommand = (args: string[]) =>
  ['heartbell bench', ...args].join(' ').replace(/(--medusa-key)[ =]\S+/g, '$1=…')

/** An error in one row is reported in its place, and the other rows continue. */
async function measure(row: BenchRow, shop: Shop, pace: Pace): Promise<Row> {
  try {
    return await row.measure(shop, pace)
  } catch (error) {
    await waitIfStopping()
    const detail = `ended with: ${error instanceof Error ? error.message : String(error)}`
    return { name: row.name, value: null, unit: '', bar: '', holds: false, detail }
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const detailed = process.env.LOG_LEVEL === 'debug' && !(error instanceof UsageError)
  console.error(detailed || !(error instanceof Error) ? error : error.message)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
