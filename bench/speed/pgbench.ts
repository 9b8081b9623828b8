/** pgbench running one prepared statement: what the database alone can do, the limit for everything else. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Statement } from './statement.ts'

/** Debian installs it outside of PATH; the npm binaries of PostgreSQL do not include it. */
export async function findPgbench(): Promise<string | null> {
  const debian = '/usr/lib/postgresql'
  const versions = await readdir(debian).catch(() => [])
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin'))
  for (const folder of [...newestFirst, ...(process.env.PATH ?? '').split(delimiter)]) {
    const path = join(folder, 'pgbench')
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return null
}

export type Script = {
  /** With `:name` for values to fill in. */
  text: string
  /** Ranges of whole numbers, drawn again for each statement: from, to. */
  ranges: Ranges
  variables: Record<string, string>
}

export type Ranges = Record<string, [from: number, to: number]>

/**
 * The statement as a pgbench script. Each sample of `varying` in a parameter, alone or inside a longer text, becomes its SQL
 * expression over the numbers of `ranges`; everything else stays unchanged.
 */
export function writeScript(statement: Statement, ranges: Ranges, varying: Record<string, string>): Script {
  const variables: Record<string, string> = {}
  const place = (number: number) => {
    const { value, type } = statement.parameters[number - 1]!
    const varied = value === null ? null : varyText(value, varying)
    if (varied) return `(${varied})::${type}`
    variables[`p${number}`] = value ?? 'null'
    // pgbench cannot pass null; the planner does not see through this replacement either.
    return value === null ? `nullif(:p${number}::text, 'null')::${type}` : `:p${number}::${type}`
  }
  const text = statement.text.replace(/'(?:[^']|'')*'|\$(\d+)/g, (found, number) =>
    number ? place(Number(number)) : hideColons(found),
  )
  return { text, ranges, variables }
}

function varyText(value: string, varying: Record<string, string>): string | null {
  const samples = Object.keys(varying).filter((sample) => value.includes(sample))
  if (samples.length === 0) return null
  const pieces = value.split(new RegExp(`(${samples.join('|')})`)).filter(Boolean)
  return pieces.map((piece) => varying[piece] ?? hideColons(`'${piece.replaceAll("'", "''")}'`)).join(' || ')
}

/** pgbench treats a colon as the start of a variable, also inside quotes. */
const hideColons = (literal: string) =>
  literal.includes(':') ? `E${literal.replaceAll('\\', '\\\\').replaceAll(':', '\\x3A')}` : literal

export type PgbenchRun = { pgbench: string; databaseUrl: string; script: Script; clients: number; seconds: number }

/** Statements per second, without the first second, in which each connection plans the statement several times. */
export async function runPgbench({ pgbench, databaseUrl, script, clients, seconds }: PgbenchRun): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'heartbell-pgbench-'))
  const file = join(folder, 'statement.sql')
  const draws = Object.entries(script.ranges).map(([name, [from, to]]) => `\\set ${name} random(${from}, ${to})\n`)
  await writeFile(file, `${draws.join('')}${script.text};\n`)
  const variables = Object.entries(script.variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const often = ['-c', String(clients), '-j', '2', '-T', String(seconds + 1), '-P', '1']
  try {
    const said = await run(pgbench, ['-n', '-M', 'prepared', ...often, ...variables, '-f', file, databaseUrl])
    const rates = [...said.matchAll(/^progress: .*?, ([\d.]+) tps/gm)].map((found) => Number(found[1]))
    const warm = rates.length > 1 ? rates.slice(1, seconds + 1) : rates
    if (warm.length === 0) throw new Error(`pgbench told no rate: ${said.slice(-1000)}`)
    return warm.reduce((sum, rate) => sum + rate, 0) / warm.length
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function run(command: string, args: string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`pgbench ended with ${code}: ${said.slice(-1000)}`)
  return said
}
