/** `npm run faults`: what is promised to survive, shown by breaking things while it happens. */
import { parseArgs } from 'node:util'
import { finish, printTable, type Row } from '../report.ts'
import { type KillReport, killWhileWriting } from './acknowledged-writes.ts'
import { guards, isGuard } from './breaks.ts'
import { type RaceReport, raceManyMerges } from './racing-merges.ts'

type Run = { quick: boolean; seed: number; guard: string | undefined }

/** Each row with the guards that can be taken from it. */
const rows = {
  'acknowledged-writes': {
    what: 'clients write while server and PostgreSQL are killed in turn',
    guards,
    run: killRow,
  },
  'racing-merges': {
    what: 'guests add while they are merged, with random pauses wherever the code waits',
    guards: { locks: 'no statement locks a row before it looks at it' },
    run: raceRow,
  },
} as const satisfies Record<string, { what: string; guards: Record<string, string>; run(run: Run): Promise<Row> }>

type RowName = keyof typeof rows

const guardsOf = (name: RowName): Record<string, string> => rows[name].guards

const help = `npm run faults -- [--quick] [--only ROW] [--json FILE] [--seed N] [--writes N] [--kills N] [--merges N] [--break GUARD]

  --quick        smaller counts, at most a minute in all
  --only ROW     one row, may be given several times
  --json FILE    also writes the rows as JSON
  --seed N       the same faults at the same places as in the run that printed this seed
  --writes N     how many writes (default 20000; the promise is made for 1000000)
  --kills N      how many kills (default 10; the promise is made for 50)
  --merges N     how many merges (default 10000)
  --break GUARD  takes a guard away, to see its row fail

Rows and their guards:
${Object.entries(rows)
  .map(([name, { what, guards }]) => {
    const lines = Object.entries(guards).map(([guard, says]) => `    ${guard.padEnd(10)} ${says}`)
    return `  ${name}: ${what}\n${lines.join('\n')}`
  })
  .join('\n')}
`

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
    seed: { type: 'string' },
    writes: { type: 'string' },
    kills: { type: 'string' },
    merges: { type: 'string' },
    break: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})

async function main(): Promise<number> {
  if (flags.help) {
    console.log(help)
    return 0
  }
  const names = Object.keys(rows) as RowName[]
  const wanted = names.filter((name) => flags.only?.includes(name) ?? true)
  const guard = flags.break
  const chosen = guard === undefined ? wanted : wanted.filter((name) => Object.hasOwn(guardsOf(name), guard))
  if (chosen.length === 0 || flags.only?.some((name) => !Object.hasOwn(rows, name))) {
    console.error(`There is no such row or guard.\n\n${help}`)
    return 2
  }
  const seed = Number(flags.seed ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}${guard ? `, broken on purpose: ${guardsOf(chosen[0]!)[guard]}` : ''}`)
  const found: Row[] = []
  for (const name of chosen) found.push(await rows[name].run({ quick: flags.quick ?? false, seed, guard }))
  printTable(found)
  return await finish(found, flags.json)
}

async function killRow({ quick, seed, guard }: Run): Promise<Row> {
  const size = quick ? { writes: 3_000, kills: 4 } : { writes: 20_000, kills: 10 }
  const writes = Number(flags.writes ?? size.writes)
  const kills = Number(flags.kills ?? size.kills)
  const since = Date.now()
  const broken = guard !== undefined && isGuard(guard) ? guard : undefined
  return writeKills(await killWhileWriting({ writes, kills, clients: 32, seed, guard: broken }), secondsSince(since))
}

const secondsSince = (since: number) => `${Math.round((Date.now() - since) / 1000)} s`

function writeKills(report: KillReport, took: string): Row {
  const { ok, lost, doubled, wrongCounts, acknowledged, unknown, unknownThere, plan, answers } = report
  const failed = lost + doubled + wrongCounts
  const refusals = Object.entries(answers).filter(([status]) => /^(4|500)/.test(status))
  const count = (victim: string) => plan.filter((kill) => kill.victim === victim).length
  const unanswered = Object.entries(answers).map(([status, times]) => `${status} × ${times}`)
  const detail = [
    `ok ${ok}, failed ${failed}, unknown ${unknown} (${unknownThere} of them there)`,
    `${acknowledged} acknowledged: ${lost} lost, ${doubled} doubled; ${wrongCounts} wrong counts`,
    `${plan.length} kills: server ${count('server')}, PostgreSQL ${count('postgres')}, both ${count('both')}`,
    `unanswered ${unanswered.join(', ') || 'none'}`,
    took,
  ].join('; ')
  const holds = failed === 0 && refusals.length === 0 && acknowledged > 0
  return { name: 'acknowledged-writes', value: failed, unit: 'lost or doubled', bar: '0', holds, detail }
}

async function raceRow({ quick, seed, guard }: Run): Promise<Row> {
  const merges = Number(flags.merges ?? (quick ? 200 : 10_000))
  const since = Date.now()
  return writeRaces(await raceManyMerges({ merges, seed, withLocks: guard !== 'locks' }), secondsSince(since))
}

function writeRaces(report: RaceReport, took: string): Row {
  const { merges, acknowledged, refused, lost, doubled, miscounted, broken } = report
  const failed = lost + doubled + miscounted + broken.length
  const detail = [
    `${merges} merges raced with ${acknowledged} acknowledged adds and ${refused} refused ones`,
    `${lost} lost, ${doubled} doubled, ${miscounted} wrong counts, ${broken.length} broken`,
    ...broken.slice(0, 1),
    took,
  ].join('; ')
  const holds = failed === 0 && acknowledged > 0 && refused > 0
  return { name: 'racing-merges', value: failed, unit: 'lost or doubled', bar: '0', holds, detail }
}

process.exitCode = await main()
