/** What a fault run is made of: a promise, the guards that can be taken from it, and how it is held against the service. */
import type { Row } from '../setup/report.ts'

export type Run = {
  quick: boolean
  seed: number
  /** The guard that is taken away, if any. */
  guard: string | undefined
  /** How many: what the command line says by this name, or else the full or the quick size. */
  size(name: string, full: number, quick: number): number
  /** The commit that an older release is built from, where one was named. */
  from: string | undefined
}

export type FaultRow = {
  name: string
  what: string
  /** Each with what is broken when it is taken away. */
  guards: Readonly<Record<string, string>>
  /** Not a promise of one machine but about several: it runs with `--beyond`, or when it is named. */
  isBeyond?: boolean
  run(run: Run): Promise<Row>
}

export const secondsSince = (since: number) => `${Math.round((Date.now() - since) / 1000)} s`
