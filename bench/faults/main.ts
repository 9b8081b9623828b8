/** `npm run faults`: shows what survives by breaking things on purpose while the service runs. */
import { parseArgs } from 'node:util'
import { finish, printTable, type Row } from '../setup/report.ts'
import { makePattern } from '../setup/server.ts'
import { closeAll, waitIfStopping } from '../setup/stopping.ts'
import { forgedHooks } from './attacks/forged-hooks.ts'
import { hostile } from './attacks/hostile.ts'
import { knownFaults } from './attacks/known-faults.ts'
import { probes } from './attacks/probes.ts'
import { patroni } from './clusters/patroni.ts'
import { lift } from './lines/lift.ts'
import { line } from './lines/line.ts'
import { offers } from './lines/offers.ts'
import { pgbouncer } from './pooling/pgbouncer.ts'
import type { FaultRow, Run } from './row.ts'
import { acknowledgedWrites } from './rows/acknowledged-writes.ts'
import { alerts } from './rows/alerts.ts'
import { backup } from './rows/backup.ts'
import { brokenWorld } from './rows/broken-world.ts'
import { deploys } from './rows/deploys.ts'
import { failover } from './rows/failover.ts'
import { leaving } from './rows/leaving.ts'
import { noisyNeighbour } from './rows/noisy-neighbour.ts'
import { olderRelease } from './rows/older-release.ts'
import { optOuts } from './rows/opt-outs.ts'
import { packed } from './rows/packed.ts'
import { racingMerges } from './rows/racing-merges.ts'
import { restore } from './rows/restore.ts'
import { severalMachines } from './rows/several-machines.ts'
import { shareShops } from './writes/shared-shops.ts'

const rows: FaultRow[] = [
  acknowledgedWrites,
  racingMerges,
  offers,
  line,
  lift,
  alerts,
  optOuts,
  probes,
  hostile,
  knownFaults,
  brokenWorld,
  forgedHooks,
  noisyNeighbour,
  deploys,
  leaving,
  olderRelease,
  packed,
  backup,
  pgbouncer,
  failover,
  patroni,
  severalMachines,
  restore,
]

/** Sizes that a row looks up by name. */
const sizes = [
  'writes',
  'kills',
  'merges',
  'histories',
  'deliveries',
  'opt-outs',
  'probes',
  'requests',
  'hooks',
  'restarts',
  'shoppers',
  'people',
  'items',
  'rounds',
  'shops',
] as const

const help = `npm run faults -- [--quick] [--beyond] [--only ROW] [--json FILE] [--seed N] [--break GUARD] [--SIZE N]

  --quick        smaller counts, several rows at once, about a minute in all
  --beyond       the rows about several machines, in place of the promises of one machine
  --only ROW     one row, may be given several times
  --json FILE    also writes the rows as JSON
  --seed N       the same faults at the same places as in the run that printed this seed
  --break GUARD  takes a guard away, to see its row fail
  --from COMMIT  the release that older-release builds; the one before the newest migration unless told
  --SIZE N       how many of something a row does, where it asks: ${sizes.join(', ')}

Rows and their guards:
${rows
  .map(({ name, what, guards, isBeyond }) => {
    const lines = Object.entries(guards).map(([guard, says]) => `    ${guard.padEnd(16)} ${says}`)
    return `  ${name}: ${what}${isBeyond ? ' (--beyond)' : ''}\n${lines.join('\n')}`
  })
  .join('\n')}
`

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    beyond: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
    seed: { type: 'string' },
    break: { type: 'string' },
    from: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
    ...Object.fromEntries(sizes.map((size) => [size, { type: 'string' as const }])),
  },
})
const said = flags as Record<string, string | undefined>

async function main(): Promise<number> {
  if (flags.help) {
    console.log(help)
    return 0
  }
  const only = flags.only as string[] | undefined
  const guard = said.break
  const isWanted = ({ name, isBeyond = false, guards }: FaultRow) => {
    if (guard !== undefined && !Object.hasOwn(guards, guard)) return false
    return only ? only.includes(name) : guard !== undefined || isBeyond === (flags.beyond === true)
  }
  const chosen = rows.filter(isWanted)
  if (chosen.length === 0 || only?.some((name) => !rows.some((row) => row.name === name))) {
    console.error(`There is no such row or guard.\n\n${help}`)
    return 2
  }
  const quick = flags.quick === true
  const seed = Number(said.seed ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}${guard ? `, broken on purpose: ${chosen[0]!.guards[guard]}` : ''}`)
  const size: Run['size'] = (name, full, small) => Number(said[name] ?? (quick ? small : full))
  const run: Run = { quick, seed, guard, size, from: said.from }
  const found = await runAll(chosen, run)
  printTable(found)
  return await finish(found, said.json)
}

/** One row after another; with `--quick` several at once, because most of them wait most of the time. */
async function runAll(chosen: FaultRow[], run: Run): Promise<Row[]> {
  if (!run.quick || chosen.length === 1) return await inLanes(chosen, 1, run)
  // Rows about several machines start everything themselves.
  const isSharing = !chosen.every(({ isBeyond }) => isBeyond)
  const removePattern = isSharing ? await makePattern() : async () => {}
  const closeShops = shareShops()
  try {
    const found = await inLanes([...chosen].sort(longestFirst), 4, run)
    return chosen.map(({ name }) => found.find((row) => row.name === name)!)
  } finally {
    await closeShops()
    await removePattern()
  }
}

/** The rows that take longest come first, so that none runs alone at the end. Rows that exclude each other come last. */
const order = [
  'packed',
  'backup',
  'broken-world',
  'alerts',
  'deploys',
  'patroni',
  'several-machines',
  'pgbouncer',
  'hostile-requests',
]
const placeOf = ({ name }: FaultRow) => (order.indexOf(name) + 1 || order.length + 1) + (name === 'opt-outs' ? 1 : 0)
const longestFirst = (one: FaultRow, other: FaultRow) => placeOf(one) - placeOf(other)

async function inLanes(chosen: FaultRow[], lanes: number, run: Run): Promise<Row[]> {
  const found: Row[] = []
  const left = [...chosen]
  const lane = async () => {
    for (let row = left.shift(); row; row = left.shift()) found.push(await runRow(row, run))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return found
}

/** An error in one row is reported in its place, and the other rows continue. */
async function runRow(row: FaultRow, run: Run): Promise<Row> {
  try {
    return await row.run(run)
  } catch (error) {
    await waitIfStopping()
    const detail = `unknown: it ended with: ${error instanceof Error ? error.stack : String(error)}`
    return { name: row.name, value: null, unit: '', bar: '0', holds: false, detail }
  }
}

const code = await main()
await closeAll()
// A process left behind by a failed row must not delay the exit.
process.exit(code)
