/** A product of a shared list: picture, name, variant, price, and a button that leads to it in the shop. */
import type { SharedPageItem } from '../../domain/sharing/shared-page.ts'
import { writeMoney } from '../../letters/rendering/formats.ts'
import { oneLine } from '../../letters/rendering/one-line.ts'
import { productAddress, safeAddress } from '../../letters/rendering/web-addresses.ts'
import { type Html, html } from '../html.ts'
import { phrase, plainPhrase, type Viewer } from '../page.ts'

export type ShownItem = {
  name: string
  variant: string
  price: string
  /** The earlier price, if it was higher; else empty. */
  was: string
  quantity: number
  picture: string | null
  /** Null: the shop has no page for it that is known. */
  address: string | null
  isSoldOut: boolean
}

export function showItem(item: SharedPageItem, shopUrl: string | null, locale: string): ShownItem {
  const { price, compareAtPrice, currency, quantity } = item
  const isReduced = price !== null && compareAtPrice !== null && compareAtPrice > price
  return {
    name: oneLine(item.title),
    variant: oneLine(item.variantInfo ?? ''),
    price: writeMoney(price, currency, locale),
    was: isReduced ? writeMoney(compareAtPrice, currency, locale) : '',
    quantity,
    picture: safeAddress(item.imageUrl, shopUrl),
    address: productAddress(item, shopUrl),
    isSoldOut: item.soldOut,
  }
}

export function productCard(viewer: Viewer, item: ShownItem): Html {
  const { name, variant, quantity, picture, address, isSoldOut } = item
  const badge = isSoldOut ? html`<span class="badge">${phrase(viewer, 'soldOut')}</span>` : null
  const image = picture ? html`<img src="${picture}" alt="" loading="lazy" width="400" height="400">` : null
  const shown = html`<span class="picture">${image}${badge}</span>`
  return html`<li${isSoldOut ? html` class="out"` : null}>
${address ? html`<a href="${address}" rel="nofollow" tabindex="-1" aria-hidden="true">${shown}</a>` : shown}
<h2><bdi>${name}</bdi></h2>
${variant ? html`<p class="soft"><bdi>${variant}</bdi></p>` : null}
${priceLine(viewer, item)}
${quantity > 1 ? html`<p class="soft small">${phrase(viewer, 'wanted', { count: quantity })}</p>` : null}
${isSoldOut ? html`<p class="hidden">${phrase(viewer, 'soldOut')}</p>` : null}<span class="gap"></span>
${address ? shopButton(viewer, item, address) : null}
</li>
`
}

const priceLine = (viewer: Viewer, { price, was }: ShownItem) =>
  price
    ? html`<p class="price">${price}${was ? html` <span class="hidden">${phrase(viewer, 'insteadOf', { price: was })}</span><s aria-hidden="true">${was}</s>` : null}</p>`
    : null

/** Sold out: the product's page in the shop is where one asks to be told. */
function shopButton(viewer: Viewer, { name, isSoldOut }: ShownItem, address: string): Html {
  const [text, label] = isSoldOut ? (['tellMeButton', 'tellMeLabel'] as const) : (['buyButton', 'buyLabel'] as const)
  return html`<a class="button${isSoldOut ? ' quiet' : ''}" href="${address}" rel="nofollow" aria-label="${plainPhrase(viewer, label, { product: name })}">${phrase(viewer, text)}</a>`
}
