/** Back in stock: from below the least stock worth telling of to at or above it. What is not counted is never back. */
import { gone, type Rule, type VariantChange } from './rule.ts'

/** The first figure ever told counts as an arrival, and so does a product that is sold again. */
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
