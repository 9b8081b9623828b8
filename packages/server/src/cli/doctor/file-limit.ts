/** How many files and connections the system lets this process hold at once, and whether that is enough. */
import { readFile } from 'node:fs/promises'
import type { Check } from './check.ts'

/** The program, its PostgreSQL and a few callers; below this neither starts. */
const leastFiles = 256
/** Each caller's connection is one more. */
const goodFiles = 1024

/** Infinity where there is no limit, null where it can't be known. Node.js raises its own to the most that is allowed. */
export async function readFileLimit(): Promise<number | null> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const soft = /^Max open files\s+(\S+)/m.exec(text)?.[1] ?? reportedLimit()
  if (soft === 'unlimited') return Number.POSITIVE_INFINITY
  return soft !== undefined && /^\d+$/.test(soft) ? Number(soft) : null
}

/** On systems without /proc. */
function reportedLimit(): string | undefined {
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined
  const soft = report?.userLimits?.open_files?.soft
  return soft === undefined ? undefined : String(soft)
}

export function judgeFileLimit(limit: number | null): Check {
  const name = 'open files'
  if (limit === null) return { name, state: 'ok', says: 'the limit is not known on this system' }
  if (limit === Number.POSITIVE_INFINITY) return { name, state: 'ok', says: 'no limit' }
  const says = `at most ${limit} files and connections at once`
  if (limit >= goodFiles) return { name, state: 'ok', says }
  const advice = `it needs ${leastFiles} to start and should have ${goodFiles} or more: raise it with ulimit -n ${goodFiles}, with LimitNOFILE= in a systemd unit, or with --ulimit nofile=${goodFiles} for a container`
  return { name, state: limit >= leastFiles ? 'warn' : 'fail', says: `${says}; ${advice}` }
}

/** Before anything is opened: later it would fail somewhere, with a word of the system's. */
export async function refuseFewFiles(): Promise<void> {
  const { state, says } = judgeFileLimit(await readFileLimit())
  if (state === 'fail') throw new Error(`This process may hold ${says}.`)
}
