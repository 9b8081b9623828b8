/** Low stock: the stock falls to `low-stock` or below, while units are left. */
import { gone, type Rule, toEveryone } from './rule.ts'

export const lowStock: Rule = {
  causeOf: ({ isCounted, stockBefore, stockAfter }, _, { lowStock }) =>
    isCounted && stockBefore !== null && stockAfter !== null && stockBefore > lowStock && isLow(stockAfter, lowStock)
      ? { cause: 'low-stock', facts: { stockBefore, stock: stockAfter } }
      : null,
  objection: (variant, _, { lowStock }) => {
    if (!variant?.isCounted || variant.stock === null) return gone(variant) ?? 'not-counted'
    return gone(variant) ?? (isLow(variant.stock, lowStock) ? null : variant.stock > 0 ? 'enough-again' : 'sold-out')
  },
  pacing: toEveryone,
}

const isLow = (stock: number, low: number) => stock > 0 && stock <= low
