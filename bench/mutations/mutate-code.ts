/** Runs Stryker on the code of a group, and counts the outcomes. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from '../setup/report.ts'
import type { Group } from './groups.ts'
import { type Outcomes, rowOf } from './score.ts'

type Report = { files: Record<string, { mutants: { status: string; statusReason?: string }[] }> }

export function mutateCode(root: string, { name }: Group, share: number): Row {
  const home = join(root, 'bench/mutations')
  const stryker = join(home, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  // 65 MB that only this program needs. Without its peer dependencies, so that it uses the project's vitest and not a second one.
  if (!existsSync(stryker)) call('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts'], home)
  const report = join(root, 'bench/results', `mutations-${name}.json`)
  rmSync(report, { force: true })
  call(process.execPath, [stryker, 'run', 'bench/mutations/stryker.config.js'], root, {
    MUTATE: name,
    MUTATE_SHARE: String(share),
  })
  return count(name, JSON.parse(readFileSync(report, 'utf8')) as Report)
}

/** Stryker exits with 1 when the score is too low; the row decides whether the group passes. */
function call(command: string, args: string[], cwd: string, env: Record<string, string> = {}): void {
  const { error } = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) throw error
}

const outcomeOf: Readonly<Record<string, keyof Outcomes>> = {
  ...{ Killed: 'killed', RuntimeError: 'killed', Timeout: 'timeout', Survived: 'survived', NoCoverage: 'unreached' },
}

/** Ignored mutants are sentences for people, constants, or not in the sample. */
function count(name: string, { files }: Report): Row {
  const found: Outcomes = { killed: 0, timeout: 0, survived: 0, unreached: 0 }
  const mutants = Object.values(files).flatMap((file) => file.mutants)
  for (const { status } of mutants) {
    const outcome = outcomeOf[status]
    if (outcome) found[outcome]++
  }
  return rowOf(`${name}, code`, found, mutants.length)
}
