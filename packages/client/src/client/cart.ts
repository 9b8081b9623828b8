/** The interface of a shop's cart for the widgets: `heartbell.cart = { items, add, remove }`. */

export type CartItem = { variantId: string | number; quantity: number }

/** `problem`: why the item is not in the bag, in the shop's own words; without it, it is in the bag. */
export type CartOutcome = {
  variantId: string | number
  problem?: string
  /** The cart's own id of the row. */
  key?: string
  /** Gives the bag back the quantity that it had before. */
  undo?: () => Promise<unknown>
}

export type Cart = {
  /** `key` is the cart's own id of a row. */
  items(): Promise<{ key: string; variantId: string | number; quantity: number }[]>
  /** Resolves with the shop's own answer, which scripts of existing themes read. Rejects with the shop's own words if the item is refused. */
  add(variantId: string | number, quantity: number): Promise<unknown>
  remove(key: string): Promise<unknown>
  /**
   * Several at once: one outcome an item, in the same order. Rejects only if the shop does not answer at all.
   * Without it, the widgets call `add` for each item.
   */
  addAll?(items: CartItem[]): Promise<CartOutcome[]>
}

const isSameVariant = (one: { variantId: string | number }, other: { variantId: string | number }) =>
  `${one.variantId}` === `${other.variantId}`

/** Adds with one call where the cart can, otherwise one after the other; a refused item does not stop the others. */
export async function addToCart(cart: Cart, items: CartItem[]): Promise<CartOutcome[]> {
  if (cart.addAll) return await cart.addAll(items)
  const before = await cart.items().catch(() => null)
  const outcomes: CartOutcome[] = []
  for (const item of items) {
    const row = before?.find((one) => isSameVariant(one, item))
    const one = addOne(cart, item, before && (row?.quantity ?? 0)).catch((error) => {
      // `fetch` rejects with a TypeError if the shop does not answer, which is no sentence for a shopper
      if (!outcomes.length && error instanceof TypeError) throw error
      return { variantId: item.variantId, problem: wordsOf(error) }
    })
    outcomes.push(await one)
  }
  return outcomes
}

/** `had`: the quantity before; null if the cart did not say. The interface has no call that sets a quantity, so undo removes the row and adds it again. */
async function addOne(cart: Cart, { variantId, quantity }: CartItem, had: number | null): Promise<CartOutcome> {
  await cart.add(variantId, quantity)
  if (had === null) return { variantId }
  const undo = async () => {
    const row = (await cart.items()).find((other) => isSameVariant(other, { variantId }))
    if (row) await cart.remove(row.key)
    if (had) await cart.add(variantId, had)
  }
  return { variantId, undo }
}

export const wordsOf = (error: unknown): string => (error as Error)?.message || String(error)
