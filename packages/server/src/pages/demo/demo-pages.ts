/** The pages of the demo store, as a shop would write them: plain HTML, Heartbell's elements, one script tag. */
import { writeMoney } from '../../letters/rendering/formats.ts'
import { type Html, html } from '../html.ts'
import { type DemoVisit, frame } from './demo-frame.ts'
import { currency, type DemoProduct, type DemoVariant, picturePath, productPath } from './demo-shop.ts'

const money = (price: number) => writeMoney(price, currency, 'en')
export const priceOf = ({ variants }: DemoProduct) => {
  const prices = variants.map(({ price }) => price)
  const least = Math.min(...prices)
  return Math.max(...prices) > least ? `from ${money(least)}` : money(least)
}
export function badgeOf({ variants }: DemoProduct): string {
  const left = variants.filter(({ stock }) => stock > 0).length
  return left === 0 ? 'Sold out' : left < variants.length ? 'Some sold out' : ''
}

/** In the grid a product with several variants asks which one; a page with a choice says it. */
function heart(product: DemoProduct, variant?: DemoVariant): Html {
  const { variants } = product
  const one = variant ?? (variants.length === 1 ? variants[0] : undefined)
  const which = one
    ? html`variant="${one.id}" option="${one.option}" price="${one.price}"`
    : html`variants="${JSON.stringify(variants.map(({ id, option, price, stock }) => ({ id, title: option, price, available: stock > 0 })))}"`
  return html`<heartbell-heart ${which} product="${product.id}" url="${productPath(product)}" name="${product.title}" image="${picturePath(product)}"></heartbell-heart>`
}

export const homePage = (visit: DemoVisit) =>
  frame(
    visit,
    'Things for house and garden',
    html`<section class="welcome"><h1>Things that grow on you</h1><p>Pots, plants and good tools, from a small workshop that never makes enough.</p></section>
<ul class="grid">${visit.shelves.map(card)}</ul>`,
  )

const card = (product: DemoProduct) => html`<li class="card" data-card="${product.id}">
<a href="${productPath(product)}"><img src="${picturePath(product)}" alt="" width="400" height="400" loading="lazy">
<h2>${product.title}</h2><p><span data-from>${priceOf(product)}</span> <span class="badge">${badgeOf(product)}</span></p></a>
${heart(product)}
</li>`

export function productPage(visit: DemoVisit, product: DemoProduct, wanted: string): Html {
  const { variants, title, text } = product
  const chosen = variants.find(({ id }) => String(id) === wanted) ?? variants[0]!
  const byVariant = (name: 'stock' | 'price') =>
    JSON.stringify(Object.fromEntries(variants.map((one) => [one.id, one[name]])))
  return frame(
    visit,
    title,
    html`<article class="product">
<img src="${picturePath(product)}" alt="${title}" width="640" height="640">
<div>
<p class="crumb"><a href="/demo">All things</a></p>
<h1>${title}</h1>
<p class="price" aria-live="polite">${money(chosen.price)}</p>
<p>${text}</p>
<form class="choose" data-product="${product.id}">
<label for="variant">Choose</label>
<select id="variant" name="id">${variants.map((one) => html`<option value="${one.id}" data-option="${one.option}" ${one === chosen ? html`selected` : ''}>${one.option}${one.stock > 0 ? '' : ' (sold out)'}</option>`)}</select>
<div class="buy"><button class="add" ${chosen.stock > 0 ? '' : html`disabled`}>${chosen.stock > 0 ? 'Add to bag' : 'Sold out'}</button>${heart(product, chosen)}</div>
<heartbell-notify sms marketing any topics="backinstock pricedrop" variant="${chosen.id}" product="${product.id}" stock="${chosen.stock}" stocks="${byVariant('stock')}" price="${chosen.price}" prices="${byVariant('price')}" url="${productPath(product)}" name="${title}" image="${picturePath(product)}"></heartbell-notify>
</form>
</div>
</article>`,
  )
}

export const bagPage = (visit: DemoVisit) =>
  frame(
    visit,
    'Bag',
    html`<h1>Your bag</h1><ul class="rows" data-bag></ul><p class="empty" data-bag-empty hidden>Your bag is empty.</p><p class="total" data-bag-total hidden></p><heartbell-saved></heartbell-saved>`,
  )

/** Also the page of a shared list: the element finds its id in the address. */
export const wishlistPage = (visit: DemoVisit, isShared: boolean) =>
  isShared
    ? frame(
        visit,
        'A shared wishlist',
        html`<h1 class="skip">A shared wishlist</h1><heartbell-list home="/demo"></heartbell-list>`,
      )
    : frame(visit, 'Wishlist', html`<h1>Your wishlist</h1><heartbell-list home="/demo"></heartbell-list>`)

export const signInPage = (visit: DemoVisit, to: string) =>
  frame(
    visit,
    'Sign in',
    html`<h1>Sign in</h1><p>This is a demo: any address will do, and there is no password. The store’s server vouches for it with a signed token.</p>
<form class="sign-in" method="post" action="/demo/sign-in"><input type="hidden" name="to" value="${to}"><label for="email">E-mail address</label><input id="email" name="email" type="email" required autocomplete="email" placeholder="ada@shop.example"><button>Sign in</button></form>`,
  )
