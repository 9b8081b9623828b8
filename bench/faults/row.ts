/** A fault run: a promise, the guards that can be removed from it, and how the service is checked. */
import type { Row } from '../setup/report.ts'

export type Run = {
  quick: boolean
  seed: number
  /** The guard to remove, if any. */
  guard: string | undefined
  /** The size given on the command line by this name, otherwise the full or the quick size. */
  size(name: string, full: number, quick: number): number
  /** The commit that an older release is built from, if given. */
  from: string | undefined
}

export type FaultRow = {
  name: string
  what: string
  /** Each guard with what breaks when it is removed. */
  guards: Readonly<Record<string, string>>
  /** About several machines: runs with `--beyond`, or when it is named. */
  isBeyond?: boolean
  run(run: Run): Promise<Row>
}

export const secondsSince = (since: number) => `${Math.round((Date.now() - since) / 1000)} s`
