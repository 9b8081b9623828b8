/** A product grid of a shop on a server of its own, with and without Heartbell, for measuring what the script costs a page. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ShopPage = { url: string; close(): void }

/** About what a grid of a real shop weighs: a style sheet, a script, and a picture for each product. */
const picture = (place: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${place * 6} 40% 80%)"/><!--${'x'.repeat(12_000)}--></svg>`
const files: Record<string, [type: string, body: string]> = {
  '/theme.css': [
    'text/css',
    `body{font:16px/1.5 system-ui;margin:24px}ul{display:grid;grid-template-columns:repeat(4,1fr);gap:16px;list-style:none;padding:0}img{width:100%;height:120px}/*${'x'.repeat(40_000)}*/`,
  ],
  '/theme.js': ['text/javascript', `/*${'x'.repeat(60_000)}*/`],
}

function product(place: number, withHearts: boolean): string {
  const heart = `<heartbell-heart variant="${place}" product="${place}" url="/products/${place}" name="Product ${place}" price="12.50"></heartbell-heart>`
  return `<li><img src="/pictures/${place}.svg" alt="" width="280" height="120"><b>Product ${place}</b> ${withHearts ? heart : ''}</li>`
}

function grid(service: string, pid: string, withHearts: boolean): string {
  const head = `<link rel="stylesheet" href="${service}/client/latest/heartbell.css">
<script type="module" async src="${service}/client/latest/core.js" data-store="${pid}" data-currency="EUR"></script>`
  const products = Array.from({ length: 60 }, (_, place) => product(place + 1, withHearts))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/theme.css"><script defer src="/theme.js"></script>
${withHearts ? head : ''}<h1>Shop</h1>${withHearts ? '<heartbell-count href="/wishlist"></heartbell-count>' : ''}<ul>${products.join('')}</ul>`
}

export async function openShopPage(service: string, pid: string): Promise<ShopPage> {
  const server = createServer((request, response) => {
    const path = request.url!
    const [type, body] =
      files[path] ??
      ((path.startsWith('/pictures/') && ['image/svg+xml', picture(Number.parseInt(path.slice(10), 10))]) || [
        'text/html; charset=utf-8',
        grid(service, pid, path === '/with'),
      ])
    response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=600' }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
