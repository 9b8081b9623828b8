/** A row of the benchmark: a name, a bar, and how to measure it on a shop. */
import type { Row } from '../../setup/report.ts'
import type { Shop } from '../../setup/shop.ts'

/** `quick`: smaller data too; `items`: the size to grow a store to, if given. */
export type Pace = { clients: number; rounds: number; seconds: number; quick: boolean; items?: number | undefined }

export type BenchRow = {
  name: string
  what: string
  measure(shop: Shop, pace: Pace): Promise<Row>
}

/**
 * The bar of a rate. Quick runs measure processes before they are warm, which takes Node.js some seconds and the other side none.
 */
export function barFor(bar: number, { quick }: Pick<Pace, 'quick'>): { least: number; bar: string } {
  const least = quick ? bar * 0.6 : bar
  return { least, bar: `≥ ${Number(least.toFixed(2)).toLocaleString('en')}${quick ? ' cold' : ''}` }
}
