/** A page for shoppers: complete HTML without scripts, under a content security policy that allows nothing else. */
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../domain/messages/escape-html.ts'
import { directionOf, type Language } from '../domain/settings/languages.ts'
import type { Store } from '../domain/stores/stores.ts'
import type { PhraseKey } from '../letters/languages/en.ts'
import { storeNameOf } from '../letters/rendering/brand.ts'
import { withoutBidi } from '../letters/rendering/one-line.ts'
import { type PhraseValues, say, wordingOf } from '../letters/rendering/phrases.ts'
import { safeAddress } from '../letters/rendering/web-addresses.ts'
import { Html, html } from './html.ts'
import { type Layout, styleFor } from './style.ts'

/** Who looks at a page, and whose page it is. */
export type Viewer = { store: Store | null; language: Language }

const wordingFor = ({ store, language }: Viewer) => (store ? wordingOf(store.settings, language) : language)

/** A translated phrase. Values are isolated (`bdi`), so that each keeps its own text direction. */
export function phrase(viewer: Viewer, key: PhraseKey, values: PhraseValues = {}): Html {
  const storeName = viewer.store ? storeNameOf(viewer.store) : ''
  const isolated = Object.entries({ store: storeName, ...values }).map(([name, value]) => [
    name,
    `<bdi>${escapeHtml(String(value ?? ''))}</bdi>`,
  ])
  return new Html(say(wordingFor(viewer), key, Object.fromEntries(isolated)))
}

/** For attributes and titles, where there are no elements. */
export const plainPhrase = (viewer: Viewer, key: PhraseKey, values: PhraseValues = {}): string =>
  say(wordingFor(viewer), key, { store: viewer.store ? storeNameOf(viewer.store) : '', ...values })

export type Page = {
  status?: number
  title: Html
  body: Html
  pictures?: string[]
  layout?: Layout
  /** More for the head, such as what a messenger shows of a link. */
  head?: Html
}

const defaultColor = '#177a4e'

export function showPage(reply: FastifyReply, viewer: Viewer, page: Page) {
  const { status = 200, title, body, pictures = [], layout = 'plain', head } = page
  const { store, language } = viewer
  const { css, hash } = styleFor(store?.settings.brandColor ?? defaultColor, layout)
  const logo = safeAddress(store?.settings.logoUrl)
  const isWide = layout === 'grid'
  const shown = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${new Html(withoutBidi(title.text.replace(/<\/?bdi>/g, '')))}</title>
<link rel="icon" href="data:,">
${head}<style>${new Html(css)}</style>
</head>
<body${isWide ? html` class="wide"` : null}>
<header>${store ? shopMark(store, logo) : null}</header>
<main>
${isWide ? body : html`<div class="card">\n<h1>${title}</h1>\n${body}\n</div>`}
</main>
${footerOf(viewer)}
</body>
</html>
`
  return reply
    .code(status)
    .headers({
      'content-security-policy': policy(hash, logo ? [logo, ...pictures] : pictures),
      // The page's address contains a secret link.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-language': language,
    })
    .type('text/html; charset=utf-8')
    .send(shown.text)
}

/** The logo or the name, a link to the shop. */
function shopMark(store: Store, logo: string | null): Html {
  const name = storeNameOf(store)
  const mark = logo ? html`<img src="${logo}" alt="${name}">` : html`<bdi>${name}</bdi>`
  const shop = safeAddress(store.settings.shopUrl)
  return shop ? html`<a href="${shop}">${mark}</a>` : mark
}

function footerOf(viewer: Viewer): Html {
  const shop = safeAddress(viewer.store?.settings.shopUrl)
  const postalAddress = viewer.store?.settings.postalAddress
  return html`<footer>${shop ? html`<p><a href="${shop}">${phrase(viewer, 'toShop')}</a></p>` : null}${
    postalAddress ? html`<p><bdi>${storeNameOf(viewer.store!)}</bdi> · <bdi>${postalAddress}</bdi></p>` : null
  }</footer>`
}

/** So that the header stays short where a catalog names many hosts. */
const mostOrigins = 40

/** The origins of pictures that a page may load; further pictures are left out of it. */
const pictureOrigins = (pictures: string[]) =>
  [...new Set(pictures.map((url) => new URL(url).origin))].slice(0, mostOrigins)

/** Images only from the origins of the page's own images. */
const policy = (styleHash: string, pictures: string[]) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `img-src ${['data:', ...pictureOrigins(pictures)].join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
