/** A product on a page as a row: its picture, its name as a link, and lines of text. */
import { safeAddress } from '../letters/rendering/web-addresses.ts'
import { type Html, html } from './html.ts'

export type ProductRow = {
  picture: string | null
  name: Html | string
  address: string | null
  lines: (Html | string | null)[]
  /** A line above the name, and one below all others. */
  kind?: Html
  status?: Html
}

export const productRow = ({ picture, name, address, lines, kind, status }: ProductRow) =>
  html`<div class="row">${picture ? html`<img src="${picture}" alt="" width="80" height="80">` : html`<span class="none"></span>`}<div>
${kind ? html`<p class="kind">${kind}</p>` : null}<h2>${address ? html`<a href="${address}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}</h2>
${lines.filter((line) => line !== null && line !== '').map((line) => html`<p class="soft">${line}</p>`)}
${status ? html`<p>${status}</p>` : null}
</div></div>`

/** The pictures that these products show. */
export const picturesOf = (products: readonly { imageUrl: string | null }[], shopUrl: string | null): string[] =>
  products.flatMap(({ imageUrl }) => safeAddress(imageUrl, shopUrl) ?? [])
