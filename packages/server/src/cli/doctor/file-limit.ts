/** How many files and connections the operating system allows this process at once, and whether that is enough. */
import { readFile } from 'node:fs/promises'
import type { DoctorCheck } from './check.ts'

/** For the program, its PostgreSQL and a few clients; below this neither starts. */
const leastFiles = 256
/** Each client connection needs one more. */
const goodFiles = 1024

/** Infinity without a limit, null when unknown. Node.js raises its own soft limit to the hard limit. */
export async function readFileLimit(): Promise<number | null> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const soft = /^Max open files\s+(\S+)/m.exec(text)?.[1] ?? reportedLimit()
  if (soft === 'unlimited') return Number.POSITIVE_INFINITY
  return soft !== undefined && /^\d+$/.test(soft) ? Number(soft) : null
}

/** For systems without /proc. */
function reportedLimit(): string | undefined {
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined
  const soft = report?.userLimits?.open_files?.soft
  return soft === undefined ? undefined : String(soft)
}

export function assessFileLimit(limit: number | null): DoctorCheck {
  const name = 'open files'
  if (limit === null) return { name, state: 'ok', says: 'the limit is unknown on this system' }
  if (limit === Number.POSITIVE_INFINITY) return { name, state: 'ok', says: 'no limit' }
  const says = `at most ${limit} files and connections at once`
  if (limit >= goodFiles) return { name, state: 'ok', says }
  const advice = `at least ${leastFiles} are needed to start and ${goodFiles} or more are recommended: raise the limit with ulimit -n ${goodFiles}, with LimitNOFILE= in a systemd unit, or with --ulimit nofile=${goodFiles} for a container`
  return { name, state: limit >= leastFiles ? 'warn' : 'fail', says: `${says}; ${advice}` }
}

/** Checked before anything is opened: later it would fail somewhere with an unclear system error. */
export async function refuseFewFiles(): Promise<void> {
  const { state, says } = assessFileLimit(await readFileLimit())
  if (state === 'fail') throw new Error(`This process may open ${says}.`)
}
