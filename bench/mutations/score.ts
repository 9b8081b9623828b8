/** How a group did: the share of what was broken that a test noticed. */
import type { Row } from '../setup/report.ts'

/** Below this a group does not hold. The rest is read one by one; docs/mutation.md says what became of it. */
const least = 80

export type Outcomes = { killed: number; timeout: number; survived: number; unreached: number }

/** `all`: how many places there are, of which these were tried. */
export function rowOf(name: string, found: Outcomes, all: number): Row {
  const { killed, timeout, survived, unreached } = found
  const tried = killed + timeout + survived + unreached
  const value = tried === 0 ? null : Math.round(((killed + timeout) / tried) * 1000) / 10
  const detail = `${tried} of ${all}: ${killed} noticed, ${timeout} hung, ${survived} survived, ${unreached} not reached`
  return { name, value, unit: '%', bar: `≥ ${least} %`, holds: value !== null && value >= least, detail }
}
