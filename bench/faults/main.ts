/** `npm run faults`: what is promised to survive, shown by breaking things while it happens. */
import { parseArgs } from 'node:util'
import { finish, printTable, type Row } from '../report.ts'
import { type KillReport, killWhileWriting } from './acknowledged-writes.ts'
import { guards, isGuard } from './breaks.ts'

const rowName = 'acknowledged-writes'

const help = `npm run faults -- [--quick] [--only ROW] [--json FILE] [--seed N] [--writes N] [--kills N] [--break GUARD]

  --quick        fewer writes and kills, at most a minute in all
  --only ROW     one row, may be given several times
  --json FILE    also writes the rows as JSON
  --seed N       the same kills at the same places as in the run that printed this seed
  --writes N     how many writes (default 20000; the promise is made for 1000000)
  --kills N      how many kills (default 10; the promise is made for 50)
  --break GUARD  takes a guard away, to see the run fail:
${Object.entries(guards)
  .map(([guard, what]) => `                   ${guard.padEnd(10)} ${what}`)
  .join('\n')}

Rows:
  ${rowName}  clients write while server and PostgreSQL are killed in turn
`

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
    seed: { type: 'string' },
    writes: { type: 'string' },
    kills: { type: 'string' },
    break: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})

async function main(): Promise<number> {
  if (flags.help) {
    console.log(help)
    return 0
  }
  const guard = flags.break
  if ((guard !== undefined && !isGuard(guard)) || (flags.only && !flags.only.includes(rowName))) {
    console.error(`There is no such row or guard.\n\n${help}`)
    return 2
  }
  const seed = Number(flags.seed ?? Math.floor(Math.random() * 2 ** 31))
  const size = flags.quick ? { writes: 3_000, kills: 4 } : { writes: 20_000, kills: 10 }
  const writes = Number(flags.writes ?? size.writes)
  const kills = Number(flags.kills ?? size.kills)
  console.log(`seed ${seed}${guard ? `, broken on purpose: ${guards[guard]}` : ''}`)
  const startedAt = Date.now()
  const report = await killWhileWriting({ writes, kills, clients: 32, seed, guard })
  const row = writeRow(report, (Date.now() - startedAt) / 1000)
  printTable([row])
  return await finish([row], flags.json)
}

function writeRow(report: KillReport, seconds: number): Row {
  const { ok, lost, doubled, wrongCounts, acknowledged, unknown, unknownThere, plan, answers } = report
  const failed = lost + doubled + wrongCounts
  const refusals = Object.entries(answers).filter(([status]) => /^(4|500)/.test(status))
  const count = (victim: string) => plan.filter((kill) => kill.victim === victim).length
  const detail = [
    `ok ${ok}, failed ${failed}, unknown ${unknown} (${unknownThere} of them there)`,
    `${acknowledged} acknowledged: ${lost} lost, ${doubled} doubled; ${wrongCounts} wrong counts`,
    `${plan.length} kills: server ${count('server')}, PostgreSQL ${count('postgres')}, both ${count('both')}`,
    `unanswered ${
      Object.entries(answers)
        .map(([status, times]) => `${status} × ${times}`)
        .join(', ') || 'none'
    }`,
    `${Math.round(seconds)} s`,
  ].join('; ')
  const holds = failed === 0 && refusals.length === 0 && acknowledged > 0
  return { name: rowName, value: failed, unit: 'lost or doubled', bar: '0', holds, detail }
}

process.exitCode = await main()
