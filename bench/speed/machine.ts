/** What was measured on: machine, operating system, database, and how busy other work kept it. */
import { readFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, release, totalmem, type } from 'node:os'
import type { Database } from '../../packages/server/src/database/connect.ts'

export type Machine = {
  processor: string
  cores: number
  memory: string
  system: string
  node: string
}

/** The share of all cores that other work used, in the second before and after the run. */
export type Busy = { before: number; after: number }

export async function readMachine(): Promise<Machine> {
  return {
    processor: (await readProcessor()) ?? `${arch()}, the system names no model`,
    cores: availableParallelism(),
    memory: `${(memoryLimit() / 2 ** 30).toFixed(1)} GB`,
    system: `${(await readDistribution()) ?? type()} (${release()}, ${arch()})`,
    node: process.versions.node,
  }
}

/** ARM cores report no model name to Node. */
async function readProcessor(): Promise<string | null> {
  const model = cpus()[0]?.model.trim()
  if (model && model !== 'unknown') return model
  const told = await readFile('/sys/firmware/devicetree/base/model', 'utf8').catch(() => null)
  return told?.replaceAll('\0', '').trim() || null
}

async function readDistribution(): Promise<string | null> {
  const told = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^PRETTY_NAME="?([^"\n]+)/m.exec(told)?.[1] ?? null
}

/** A container may have less than the machine. */
function memoryLimit(): number {
  const constrained = process.constrainedMemory?.() ?? 0
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}

/** Measured directly: the load average still includes the installation. */
export async function measureBusy(): Promise<number> {
  const before = countTicks()
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const after = countTicks()
  const all = after.all - before.all
  return all > 0 ? 1 - (after.idle - before.idle) / all : 0
}

/** Above this share, other work uses what the ratios need. */
const tooBusy = 0.3

export const sayBusy = (busy: number): string | null =>
  busy > tooBusy
    ? `Other work took ${Math.round(busy * 100)} % of this machine: the ratios may be lower than they are without it.`
    : null

function countTicks(): { idle: number; all: number } {
  const times = cpus().map((core) => core.times)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((core) => Object.values(core))) }
}

export async function readDatabase(sql: Database): Promise<string> {
  const [found] = await sql<{ version: string; fsync: string; commit: string }[]>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit`
  const { version, fsync, commit } = found!
  return `PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${commit}`
}
