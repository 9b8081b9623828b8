/** Price drop: cheaper than when it was saved, or at most the shopper's target price. Checked for each shopper. */
import { gone, type Rule, toEveryone } from './rule.ts'

/** A target price counts instead of the price when saved. */
export const isCheapEnough = (price: number, wish: { targetPrice: number | null; priceWhenSaved: number | null }) =>
  wish.targetPrice !== null ? price <= wish.targetPrice : wish.priceWhenSaved !== null && price < wish.priceWhenSaved

export const priceDrop: Rule = {
  causeOf: ({ priceBefore, priceAfter }) =>
    priceBefore !== null && priceAfter !== null && priceAfter < priceBefore
      ? { cause: 'price-drop', facts: { priceBefore, price: priceAfter } }
      : null,
  objection: (variant) => gone(variant) ?? (variant?.price == null ? 'price-unknown' : null),
  pacing: toEveryone,
}
