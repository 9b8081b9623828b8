/** Price drop: cheaper than when it was saved, or down to the price the shopper named. Each shopper is asked for apart. */
import { gone, type Rule, toEveryone } from './rule.ts'

/** A shopper who named a price waits for that one, whatever it cost when saved. */
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
