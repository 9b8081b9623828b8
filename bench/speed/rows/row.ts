/** What a row of the benchmark is: a name, a bar, and how to measure it on a shop. */
import type { Row } from '../../setup/report.ts'
import type { Shop } from '../../setup/shop.ts'

/** `quick` asks for smaller crowds, too; `items`: how far a store is to grow, where somebody said. */
export type Pace = { clients: number; rounds: number; seconds: number; quick: boolean; items?: number | undefined }

export type BenchRow = {
  name: string
  what: string
  measure(shop: Shop, pace: Pace): Promise<Row>
}

/**
 * What a rate is held against. In a hurry processes are measured before they are warm, which takes one of Node.js some seconds
 * and the other side none.
 */
export function barFor(bar: number, { quick }: Pick<Pace, 'quick'>): { least: number; bar: string } {
  const least = quick ? bar * 0.6 : bar
  return { least, bar: `≥ ${Number(least.toFixed(2)).toLocaleString('en')}${quick ? ' cold' : ''}` }
}
