/** Progress of a run: one line that counts the seconds on a terminal, otherwise one line per row. */

import { type Row, writeValue } from '../setup/report.ts'
import type { BenchRow } from './rows/row.ts'

type Screen = { isTTY?: boolean; columns?: number; write: (text: string) => unknown }

export function showProgress(screen: Screen, rows: number) {
  let number = 0
  return async (row: BenchRow, measure: () => Promise<Row>): Promise<Row> => {
    const place = `[${++number}/${rows}]`
    if (!screen.isTTY) {
      screen.write(`${place} ${row.name}: ${row.what} …\n`)
      return await measure()
    }
    const since = performance.now()
    const seconds = () => `${Math.floor((performance.now() - since) / 1000)} s`
    const show = () => {
      const line = `${place} ${row.name}: ${row.what}`
      screen.write(`\r${line.slice(0, (screen.columns ?? 80) - 10)} ${seconds()}\u001b[K`)
    }
    show()
    const clock = setInterval(show, 1000)
    try {
      const found = await measure()
      screen.write(`\r${place} ${row.name}: ${writeValue(found)}, bar ${found.bar || '–'} (${seconds()})\u001b[K\n`)
      return found
    } finally {
      clearInterval(clock)
    }
  }
}
