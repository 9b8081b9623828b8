/** What the widgets ask of a shop's own cart. Any object of this shape will do: `heartbell.cart = { items, add, remove }`. */

export type Cart = {
  /** What is in it; `key` is the cart's own name for a row. */
  items(): Promise<{ key: string; variantId: string | number; quantity: number }[]>
  add(variantId: string | number, quantity: number): Promise<unknown>
  remove(key: string): Promise<unknown>
}
