/** The interface of a shop's cart for the widgets: `heartbell.cart = { items, add, remove }`. */

export type Cart = {
  /** `key` is the cart's own id of a row. */
  items(): Promise<{ key: string; variantId: string | number; quantity: number }[]>
  add(variantId: string | number, quantity: number): Promise<unknown>
  remove(key: string): Promise<unknown>
}
