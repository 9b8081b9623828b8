/** The shop's cart for old scripts: what is in it, and adding a product. */
import { type Anything, answer, type Then } from '../callbacks/answer.ts'
import type { Callbacks } from '../callbacks/callbacks.ts'
import type { Cart } from '../client/cart.ts'
import type { WireRecord } from '../client/names.ts'
import { ignoreFailure } from '../client/sync/ignore-failure.ts'
import { heartbell, load } from '../widgets/kit.ts'
import type { Page } from './page.ts'

export function openCart(page: Page, { dispatch, JSEvents }: Pick<Callbacks, 'dispatch' | 'JSEvents'>) {
  const inCart = new Set<string>()
  const note = (ids: unknown[]) => {
    for (const id of ids) inCart.add(`${id}`)
  }
  // read when it is needed: a script that waits for a style sheet runs after this one
  const find = async (): Promise<Cart | undefined> => {
    const platform = page.Shopify ? 'cart-shopify' : page.wc_add_to_cart_params || page.wcSettings ? 'cart-woo' : ''
    if (!heartbell.cart && platform) await load(platform)
    return heartbell.cart
  }

  // the theme's snippet has the cart of the page; otherwise the shop is asked once
  const noteCart = async () => {
    const items: Page[] | undefined = page.swymCart?.items
    if (items) note(items.map((item) => item.variant_id ?? item.id))
    else note(((await (await find())?.items()) ?? []).map((item) => item.variantId))
  }
  const look = () => ignoreFailure(noteCart())
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', look)
  else look()

  const add = async (product: WireRecord, variantId: unknown): Promise<Anything> => {
    const cart = await find()
    if (!cart) throw new Error('This page has no cart: set heartbell.cart.')
    const epi = (variantId ?? product.epi) as string
    const answered = (await cart.add(epi, Number(product.qty) || 1)) as Anything
    note([epi])
    heartbell.emit('cart')
    for (const name of [JSEvents.addedToCart, JSEvents.UIAddedToCart]) dispatch(name, { ...product, epi })
    // scripts parse the text; some expect the row, some the rows
    const rows: Page[] = answered?.items ?? []
    // WooCommerce answers with every row of the cart
    const row = rows.find(({ variant_id, id }) => `${variant_id ?? id}` === `${epi}`) ?? rows[0]
    return JSON.stringify({ ...row, ...answered })
  }

  return {
    isInDeviceCart: (epi: unknown) => inCart.has(`${epi}`),
    replayAddToCart: (product: WireRecord, variantId: unknown, ok?: Then, err?: Then) =>
      answer(add(product ?? {}, variantId), ok, err),
    openCartPage: () => location.assign(`${page.Shopify?.routes?.root ?? '/'}cart`),
  }
}
