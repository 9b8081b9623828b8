/** The result of a run: one line per row, as a table for people and as JSON for programs. */
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
  /** Intermediate measurements, for the page. */
  figures?: Figures
}

/** Amounts of one unit to compare: the two sides of a ratio, screens, sizes. */
export type Figures = {
  unit: string
  amounts: Amount[]
  /** The upper or lower limit, where the bar has the same unit. */
  limit?: number
}

/** `rounds`: the single measurements, when `amount` is their median. */
export type Amount = { name: string; amount: number; rounds?: number[] }

/** The figures in columns, with details below each row: they are too long for a column. */
export function printTable(rows: Row[]): void {
  const lines = [
    ['row', 'value', 'bar', 'holds'],
    ...rows.map((row) => [row.name, writeValue(row), row.bar || '–', row.holds ? 'yes' : 'NO']),
  ]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const write = (line: string[]) => line.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')
  for (const [place, line] of lines.entries()) {
    console.log(write(line).trimEnd())
    if (place > 0) for (const part of rows[place - 1]!.detail.split('; ')) console.log(`    ${part}`)
  }
}

export const writeValue = ({ value, unit }: Row) =>
  value === null ? 'not measured' : `${writeNumber(value)} ${unit}`.trimEnd()

export const writeNumber = (value: number) =>
  Number.isInteger(value) || value >= 1000 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 10 ? 2 : 0)

/** Returns the exit code. */
export async function finish(rows: Row[], jsonFile: string | undefined): Promise<number> {
  if (jsonFile) await writeTo(jsonFile, `${JSON.stringify(rows.map(withoutFigures), null, 2)}\n`)
  return rows.every((row) => row.holds) ? 0 : 1
}

const withoutFigures = ({ name, value, unit, bar, holds, detail }: Row) => ({ name, value, unit, bar, holds, detail })

export async function writeTo(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
