/** The score of a group: the share of mutants that a test killed. */
import type { Row } from '../setup/report.ts'

/** The minimum score of a group. docs/mutation.md explains the surviving mutants. */
const least = 80

export type Outcomes = { killed: number; timeout: number; survived: number; unreached: number }

/** `all`: the number of places, of which these were tried. */
export function rowOf(name: string, found: Outcomes, all: number): Row {
  const { killed, timeout, survived, unreached } = found
  const tried = killed + timeout + survived + unreached
  const value = tried === 0 ? null : Math.round(((killed + timeout) / tried) * 1000) / 10
  const detail = `${tried} of ${all}: ${killed} noticed, ${timeout} hung, ${survived} survived, ${unreached} not reached`
  return { name, value, unit: '%', bar: `≥ ${least} %`, holds: value !== null && value >= least, detail }
}
