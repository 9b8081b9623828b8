/** `/shared/<list>`: a public list. Readable without scripts; with scripts each product has a heart. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connect.ts'
import { findStoreOfList, readSharedPage, type SharedPage, type SharedPageItem } from '../domain/sharing/shared-page.ts'
import type { Store, StoreCache } from '../domain/stores/stores.ts'
import { writeMoney } from '../letters/rendering/formats.ts'
import { productAddress, safeAddress } from '../letters/rendering/web-addresses.ts'
import { clientVersion } from './client-files.ts'
import { type Html, html, sendPage } from './html.ts'

const css = `:root{color-scheme:light dark;--paper:light-dark(#fdfcfa,#161b19);--ink:light-dark(#161b19,#eef0ee);--soft:light-dark(#5c6661,#a7b0ab);--line:light-dark(#e0e4e1,#434b47)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif}
main{max-width:960px;margin:0 auto;padding:40px 20px}
h1{font-size:clamp(1.6rem,5vw,2.4rem);line-height:1.2;margin:4px 0 28px}
p{margin:0;color:var(--soft)}
ul{list-style:none;margin:0;padding:0;display:grid;gap:28px 20px;grid-template-columns:repeat(auto-fill,minmax(200px,1fr))}
li{position:relative}
img,.none{display:block;width:100%;aspect-ratio:1;object-fit:cover;border-radius:12px;background:var(--line)}
li>a{color:inherit;text-decoration:none;display:block}
li>a:hover b{text-decoration:underline}
b{display:block;margin-top:12px;font-weight:600}
mark{font-size:.8em;padding:2px 8px;border-radius:99px;background:var(--line);color:var(--ink)}
heartbell-heart{position:absolute;top:8px;right:8px;--hb-heart-back:light-dark(#ffffffe6,#161b19e6)}
footer{margin-top:48px;font-size:.875em}`

export function sharedRoutes(scope: FastifyInstance, { sql, stores }: { sql: Database; stores: StoreCache }): void {
  const version = clientVersion()
  scope.get('/shared/page.css', (_, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('text/css; charset=utf-8').send(css),
  )
  scope.get<{ Params: { list: string } }>('/shared/:list', async (request, reply) => {
    const { list } = request.params
    const store = await findStoreOfList(stores, list)
    const page = store && (await readSharedPage(sql, store, list))
    return page ? sendPage(reply, shown(store, page, version)) : sendPage(reply, gone(), 404)
  })
}

const frame = (title: string, head: Html, body: Html) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shared/page.css">
${head}
</head>
<body><main>${body}</main></body>
</html>
`

const gone = () =>
  frame(
    'Not shared',
    html``,
    html`<h1>This list is not shared</h1><p>It may have been made private, or the link is not complete.</p>`,
  )

function shown(store: Store, { listName, firstName, itemCount, items }: SharedPage, version: string): Html {
  const head = html`<link rel="stylesheet" href="/client/${version}/heartbell.css">
<script type="module" async src="/client/${version}/core.js" data-store="${store.pid}"></script>`
  const more = itemCount > items.length ? html`<p>and ${itemCount - items.length} more</p>` : ''
  return frame(
    `${listName} · ${store.name}`,
    head,
    html`<p>${firstName ? `${firstName} shares a list` : 'A shared list'}</p>
<h1>${listName}</h1>
${items.length ? html`<ul>${items.map((item) => row(item, store.settings))}</ul>${more}` : html`<p>There is nothing in it yet.</p>`}
<footer><p>${store.name}</p></footer>`,
  )
}

function row(item: SharedPageItem, { shopUrl }: Store['settings']): Html {
  const { title, imageUrl, variantInfo, quantity, soldOut } = item
  const image = safeAddress(imageUrl, shopUrl)
  const address = productAddress(item, shopUrl)
  const picture = image ? html`<img src="${image}" alt="" loading="lazy">` : html`<span class="none"></span>`
  const details = [quantity > 1 ? `${quantity} ×` : '', variantInfo, writeMoney(item.price, item.currency, 'en')]
    .filter(Boolean)
    .join(' · ')
  const about = html`${picture}<b>${title}</b><p>${details} ${soldOut ? html`<mark>Sold out</mark>` : ''}</p>`
  if (!address) return html`<li>${about}</li>`
  const heart = html`<heartbell-heart variant="${item.variantId}" product="${item.productId}" url="${address}" name="${title}"></heartbell-heart>`
  return html`<li><a href="${address}" rel="nofollow">${about}</a>${heart}</li>`
}
