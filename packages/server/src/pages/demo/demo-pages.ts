/** The pages of the demo store, as a shop would write them: plain HTML, Heartbell's elements, one script tag. */
import type { Store } from '../../domain/stores/stores.ts'
import { writeMoney } from '../../letters/rendering/formats.ts'
import { type Html, html } from '../html.ts'
import { currency, type DemoProduct, products } from './demo-shop.ts'

export type DemoVisit = { store: Store; version: string; email: string; identity: string; stocks: Map<string, number> }

const money = (price: number) => writeMoney(price, currency, 'en')
const priceOf = ({ variants }: DemoProduct) => {
  const prices = variants.map(({ price }) => price)
  const least = Math.min(...prices)
  return Math.max(...prices) > least ? `from ${money(least)}` : money(least)
}
const picture = ({ handle }: DemoProduct) => `/demo/pictures/${handle}.svg`
const stockOf = ({ stocks }: DemoVisit, id: number) => stocks.get(String(id)) ?? 0

const heart = (product: DemoProduct, variant = product.variants[0]!) =>
  html`<heartbell-heart variant="${variant.id}" product="${product.id}" url="/demo/products/${product.handle}" name="${product.title}" option="${variant.option}" image="${picture(product)}" price="${variant.price}"></heartbell-heart>`

const steps = [
  ['heart', 'Heart it'],
  ['ask', 'Subscribe to it'],
  ['restock', 'Restock it'],
  ['mail', 'Read the mail'],
]

function frame({ store, version, email, identity }: DemoVisit, title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Fern &amp; Field</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/client/${version}/heartbell.css">
<link rel="stylesheet" href="/demo/storefront.css">
<script type="module" async src="/client/${version}/core.js" data-store="${store.pid}" data-currency="${currency}" data-identity="${identity}" data-compat></script>
<script type="module" src="/demo/storefront.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the goods</a>
<aside class="helper" aria-label="A walk in four steps">
<ol>${steps.map(([name, text], place) => html`<li data-step="${name}"><span class="tick" aria-hidden="true">${place + 1}</span> <button type="button">${text}</button></li>`)}</ol>
<p class="hint" role="status"></p>
</aside>
<header class="top">
<a class="brand" href="/demo">Fern &amp; Field</a>
<nav aria-label="Shop">
${email ? html`<form method="post" action="/demo/sign-out"><button class="plain">${email}: sign out</button></form>` : html`<a href="/demo/sign-in">Sign in</a>`}
<heartbell-count href="/demo/wishlist"></heartbell-count>
<a class="bag" href="/demo/bag">Bag <span data-bag-count>0</span></a>
</nav>
</header>
<main id="main">${body}</main>
<dialog class="mail" aria-labelledby="mail-title"><div class="mail-bar"><h2 id="mail-title">The outbox</h2><button type="button" value="close">Close</button></div><p class="mail-none">No mail yet.</p><ul class="mail-list"></ul><iframe title="The mail" hidden></iframe></dialog>
</body>
</html>
`
}

export const homePage = (visit: DemoVisit) =>
  frame(
    visit,
    'Things for house and garden',
    html`<section class="welcome"><h1>Things that grow on you</h1><p>Pots, plants and good tools, from a small workshop that never makes enough.</p></section>
<ul class="grid">${products.map((product) => card(visit, product))}</ul>`,
  )

function card(visit: DemoVisit, product: DemoProduct): Html {
  const left = product.variants.filter(({ id }) => stockOf(visit, id) > 0).length
  const badge = left === 0 ? 'Sold out' : left < product.variants.length ? 'Some sold out' : ''
  return html`<li class="card">
<a href="/demo/products/${product.handle}"><img src="${picture(product)}" alt="" width="400" height="400" loading="lazy">
<h2>${product.title}</h2><p>${priceOf(product)}${badge ? html` <span class="badge">${badge}</span>` : ''}</p></a>
${heart(product)}
</li>`
}

export function productPage(visit: DemoVisit, product: DemoProduct, wanted: string): Html {
  const { variants, title, text } = product
  const chosen = variants.find(({ id }) => String(id) === wanted) ?? variants[0]!
  const stocks = Object.fromEntries(variants.map(({ id }) => [id, stockOf(visit, id)]))
  const about = { variant: chosen.id, stock: stockOf(visit, chosen.id) }
  return frame(
    visit,
    title,
    html`<article class="product">
<img src="${picture(product)}" alt="${title}" width="640" height="640">
<div>
<p class="crumb"><a href="/demo">All things</a></p>
<h1>${title}</h1>
<p class="price">${variants.map((variant) => html`<span data-price="${variant.id}" ${variant === chosen ? '' : html`hidden`}>${money(variant.price)}</span>`)}</p>
<p>${text}</p>
<form class="choose" data-product="${product.id}" data-title="${title}" data-url="/demo/products/${product.handle}" data-image="${picture(product)}" data-stocks="${JSON.stringify(stocks)}">
<label for="variant">Choose</label>
<select id="variant" name="id">${variants.map((variant) => html`<option value="${variant.id}" data-price-of="${variant.price}" ${variant === chosen ? html`selected` : ''}>${variant.option}${stockOf(visit, variant.id) > 0 ? '' : ' (sold out)'}</option>`)}</select>
<div class="buy"><button class="add" ${about.stock > 0 ? '' : html`disabled`}>${about.stock > 0 ? 'Add to bag' : 'Sold out'}</button>${heart(product, chosen)}</div>
<heartbell-notify sms marketing variant="${about.variant}" product="${product.id}" stock="${about.stock}" stocks="${JSON.stringify(stocks)}" url="/demo/products/${product.handle}" name="${title}" image="${picture(product)}"></heartbell-notify>
</form>
</div>
</article>`,
  )
}

export const bagPage = (visit: DemoVisit) =>
  frame(
    visit,
    'Bag',
    html`<h1>Your bag</h1><ul class="rows" data-bag></ul><p class="empty" data-bag-empty hidden>Your bag is empty.</p><heartbell-saved></heartbell-saved>`,
  )

export const wishlistPage = (visit: DemoVisit) =>
  frame(visit, 'Wishlist', html`<h1>Your wishlist</h1><heartbell-list></heartbell-list>`)

export const signInPage = (visit: DemoVisit) =>
  frame(
    visit,
    'Sign in',
    html`<h1>Sign in</h1><p>This is a demo: any address will do, and there is no password. The store’s server vouches for it with a signed token.</p>
<form class="sign-in" method="post" action="/demo/sign-in"><label for="email">E-mail address</label><input id="email" name="email" type="email" required autocomplete="email"><button>Sign in</button></form>`,
  )
