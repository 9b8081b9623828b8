/** How many times better than its bar a row is, whichever way its bar counts. */
import type { Row } from '../../setup/report.ts'

/** Null for what was not measured, and for a bar that is not one number. */
export function marginOf({ value, bar }: Row): number | null {
  const [, way, told] = /^([≥≤<>]) ?([\d,]+(?:\.\d+)?)(?: cold)?$/.exec(bar) ?? []
  const number = Number(told?.replaceAll(',', ''))
  if (value === null || !(value > 0) || !(number > 0)) return null
  return way === '≥' || way === '>' ? value / number : number / value
}
