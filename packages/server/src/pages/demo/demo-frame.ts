/** The frame of the demo store's pages: head, header, the guide at the bottom and the outbox. */
import type { Store } from '../../domain/stores/stores.ts'
import { type Html, html } from '../html.ts'
import { currency, type DemoProduct, sharePage } from './demo-shop.ts'

export type DemoVisit = {
  store: Store
  version: string
  /** The address of Heartbell, which is another origin than the shop's where that is possible. */
  service: string
  /** The shop's own address. */
  shop: string
  email: string
  identity: string
  shelves: DemoProduct[]
}

/** The acts of the last step but one belong together: either sends a mail. */
const steps: [name: string, acts: [act: string, text: string][]][] = [
  ['heart', [['heart', 'Heart it']]],
  ['ask', [['ask', 'Subscribe to it']]],
  [
    'restock',
    [
      ['restock', 'Restock it'],
      ['price', 'Lower the price'],
    ],
  ],
  ['mail', [['mail', 'Read the mail']]],
]

const guide = html`<aside class="helper" aria-label="A walk in four steps">
<p class="hint" role="status"></p>
<ol>${steps.map(([name, acts], place) => html`<li data-step="${name}"><span class="tick" aria-hidden="true">${place + 1}</span>${acts.map(([act, text]) => html`<button type="button" data-act="${act}">${text}</button>`)}</li>`)}</ol>
</aside>`

const outbox = html`<dialog class="mail" aria-labelledby="mail-title"><div class="mail-bar"><h2 id="mail-title">The outbox</h2><button type="button" value="close">Close</button></div><p class="mail-none">No mail yet. Subscribe to something that is sold out, then restock it.</p><ul class="mail-list"></ul><iframe title="The mail" hidden></iframe></dialog>`

const account = (email: string) =>
  email
    ? html`<form method="post" action="/demo/sign-out"><button class="plain" title="${email}"><span class="who">${email}</span> <span class="out">Sign out</span></button></form>`
    : html`<a href="/demo/sign-in">Sign in</a>`

export function frame(visit: DemoVisit, title: string, body: Html): Html {
  const { store, version, service, shop, email, identity } = visit
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Fern &amp; Field</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${service}/client/${version}/heartbell.css">
<link rel="stylesheet" href="/demo/storefront.css">
<script type="module" async src="${service}/client/${version}/core.js" data-store="${store.pid}" data-currency="${currency}" data-identity="${identity}" data-sign-in="/demo/sign-in?to={url}" data-share-url="${sharePage(shop)}" data-sms data-compat></script>
<script type="module" src="/demo/storefront.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the goods</a>
<header class="top">
<a class="brand" href="/demo">Fern &amp; Field</a>
<nav aria-label="Shop">
${account(email)}
<heartbell-count href="/demo/wishlist"></heartbell-count>
<a class="bag" href="/demo/bag">Bag <span data-bag-count>0</span></a>
</nav>
</header>
<main id="main">${body}</main>
${guide}
${outbox}
</body>
</html>
`
}
