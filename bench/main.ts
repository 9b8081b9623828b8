/** `npm run bench`: the speed rows, each measured in one run against its limit on the same machine. */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { finish, printTable, type Row } from './report.ts'
import { addItem } from './rows/add-item.ts'
import { dashboardScreens } from './rows/dashboard-screens.ts'
import { fetchLists } from './rows/fetch-lists.ts'
import { generateRegid } from './rows/generate-regid.ts'
import { importFeedRow } from './rows/import-feed.ts'
import { planMillion } from './rows/plan-million.ts'
import type { BenchRow, Pace } from './rows/row.ts'
import { sendSmtp } from './rows/send-smtp.ts'
import { openShop, seedCatalog } from './shop.ts'

const rows: BenchRow[] = [addItem, fetchLists, generateRegid, planMillion, importFeedRow, sendSmtp, dashboardScreens]

const help = `npm run bench -- [--quick] [--only ROW] [--json FILE]

  --quick      shorter rounds, at most a minute in all
  --only ROW   one row, may be given several times
  --json FILE  also writes the rows as JSON

Rows:
${rows.map(({ name, what }) => `  ${name.padEnd(16)} ${what}`).join('\n')}
`

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})

const pace: Pace = flags.quick ? { clients: 32, rounds: 3, seconds: 2 } : { clients: 32, rounds: 7, seconds: 5 }

async function main(): Promise<number> {
  if (flags.help) {
    console.log(help)
    return 0
  }
  const chosen = flags.only ? rows.filter(({ name }) => flags.only!.includes(name)) : rows
  if (chosen.length === 0) {
    console.error(`There is no such row.\n\n${help}`)
    return 2
  }
  warnIfBusy()
  // The row about alerts sends them itself, and nobody else shall.
  const shop = await openShop({ flags: ['--no-alerts'] })
  const found: Row[] = []
  try {
    await seedCatalog(shop.sql, shop.store)
    for (const row of chosen) {
      process.stderr.write(`${row.name}: ${row.what} …\n`)
      found.push(await row.measure(shop, pace))
    }
  } finally {
    await shop.close()
  }
  printTable(found)
  return await finish(found, flags.json)
}

/** The scheduler shares out by process: beside other work one server gets less of the machine than pgbench's 32 backends. */
function warnIfBusy(): void {
  const busy = loadavg()[0]! / availableParallelism()
  if (busy > 0.3)
    console.error(
      `Other work takes ${Math.round(busy * 100)} % of this machine: the ratios will be lower than they are.`,
    )
}

process.exitCode = await main()
