/** How many times better than its bar a row is, for both directions of a bar. */
import type { Row } from '../../setup/report.ts'

/** Null when it was not measured, or when the bar is not a single number. */
export function marginOf({ value, bar }: Row): number | null {
  const [, way, told] = /^([≥≤<>]) ?([\d,]+(?:\.\d+)?)(?: cold)?$/.exec(bar) ?? []
  const number = Number(told?.replaceAll(',', ''))
  if (value === null || !(value > 0) || !(number > 0)) return null
  return way === '≥' || way === '>' ? value / number : number / value
}
