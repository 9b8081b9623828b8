/** Mutates the statements of a group one place at a time, and reports the mutants that no test killed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from '../setup/report.ts'
import type { Group } from './groups.ts'
import { type Outcomes, rowOf } from './score.ts'
import { openBench } from './sql-bench.ts'
import { findMutants, type Mutant } from './sql-mutants.ts'

/** No row for a group without statements, or with none `at` the given lines. */
export async function mutateSql(
  root: string,
  { name, files, tests }: Group,
  share: number,
  at?: string[],
): Promise<Row[]> {
  const all = files.flatMap((path) => findMutants(path, readFileSync(join(root, path), 'utf8')))
  const named = at ? all.filter((mutant) => at.some((place) => placeOf(mutant).endsWith(`/${place}`))) : all
  // Spread evenly over the files, the same ones every time.
  const mutants = named.filter((_, place) => Math.floor((place + 1) * share) > Math.floor(place * share))
  if (mutants.length === 0) return []
  const found: Outcomes = { killed: 0, timeout: 0, survived: 0, unreached: 0 }
  const bench = await openBench(root, files, tests)
  try {
    await bench.look()
    for (const mutant of mutants) {
      const { outcome, by } = await bench.tryMutant(mutant)
      found[outcome]++
      console.log(`${outcome.padEnd(10)}${describe(mutant)}${by ? ` ← ${by}` : ''}`)
    }
  } finally {
    await bench.close()
  }
  return [rowOf(`${name}, statements`, found, all.length)]
}

const placeOf = ({ path, line }: Mutant) => `${path}:${line}`

const describe = (mutant: Mutant) =>
  `${placeOf(mutant)} ${mutant.kind}: ${mutant.was}${mutant.replacement ? ` → ${mutant.replacement}` : ''}`
