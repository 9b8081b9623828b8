/** What a run found: one line a row, as a table for people and as JSON for machines. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Row = {
  name: string
  /** Null when it could not be measured. */
  value: number | null
  unit: string
  bar: string
  holds: boolean
  detail: string
}

export function printTable(rows: Row[]): void {
  const head = ['row', 'value', 'bar', 'holds', 'detail']
  const lines = rows.map(({ name, value, unit, bar, holds, detail }) => {
    const shown = value === null ? 'not measured' : `${writeNumber(value)} ${unit}`
    return [name, shown, bar, holds ? 'yes' : 'NO', detail]
  })
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column]!.length)))
  for (const line of [head, ...lines]) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
  }
}

export const writeNumber = (value: number) =>
  Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(value < 10 ? 2 : 0)

/** Gives the exit code. */
export async function finish(rows: Row[], jsonFile: string | undefined): Promise<number> {
  if (jsonFile) {
    await mkdir(dirname(jsonFile), { recursive: true })
    await writeFile(jsonFile, `${JSON.stringify(rows, null, 2)}\n`)
  }
  return rows.every((row) => row.holds) ? 0 : 1
}
