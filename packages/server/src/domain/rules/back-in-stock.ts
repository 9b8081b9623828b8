/** Back in stock: the stock rises from below `min-stock` to it or above. A variant that is not counted has no restock. */
import { gone, type Rule, type VariantChange } from './rule.ts'

/** The first stock figure counts as a restock, and so does a deleted product that is sold again. */
export const isRestock = ({ isCounted, stockBefore, stockAfter, wasDeleted }: VariantChange, minStock: number) =>
  isCounted &&
  stockAfter !== null &&
  stockAfter >= minStock &&
  (stockBefore === null || stockBefore < minStock || wasDeleted)

export const restockRule: Rule = {
  causeOf: (change, _, { minStock }) =>
    isRestock(change, minStock)
      ? { cause: 'restock', facts: { stockBefore: change.stockBefore, stock: change.stockAfter } }
      : null,
  objection: (variant, _, { minStock }) =>
    gone(variant) ?? (variant?.isCounted && (variant.stock ?? 0) < minStock ? 'sold-out' : null),
  pacing: ({ pacing }) => pacing,
}
