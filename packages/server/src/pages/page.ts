/** A page for shoppers: complete HTML without scripts, under a content security policy that allows nothing else. */
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../domain/messages/escape-html.ts'
import { directionOf, type Language } from '../domain/settings/languages.ts'
import type { Store } from '../domain/stores/stores.ts'
import type { PhraseKey } from '../letters/languages/en.ts'
import { type PhraseValues, say } from '../letters/rendering/phrases.ts'
import { safeAddress } from '../letters/rendering/web-addresses.ts'
import { Html, html } from './html.ts'
import { styleFor } from './style.ts'

/** Who looks at a page, and whose page it is. */
export type Viewer = { store: Store | null; language: Language }

/** A translated phrase. Values are isolated (`bdi`), so that each keeps its own text direction. */
export function phrase({ store, language }: Viewer, key: PhraseKey, values: PhraseValues = {}): Html {
  const storeName = store ? (store.settings.senderName ?? store.name) : ''
  const isolated = Object.entries({ store: storeName, ...values }).map(([name, value]) => [
    name,
    `<bdi>${escapeHtml(String(value ?? ''))}</bdi>`,
  ])
  return new Html(say(language, key, Object.fromEntries(isolated)))
}

export type Page = { status?: number; title: Html; body: Html; pictures?: string[] }

const defaultColor = '#177a4e'

export function showPage(reply: FastifyReply, viewer: Viewer, { status = 200, title, body, pictures = [] }: Page) {
  const { store, language } = viewer
  const { css, hash } = styleFor(store?.settings.brandColor ?? defaultColor)
  const logo = safeAddress(store?.settings.logoUrl)
  const shop = safeAddress(store?.settings.shopUrl)
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${new Html(title.text.replace(/<\/?bdi>/g, ''))}</title>
<link rel="icon" href="data:,">
<style>${new Html(css)}</style>
</head>
<body>
<header>${store ? (logo ? html`<img src="${logo}" alt="${store.name}">` : html`<bdi>${store.settings.senderName ?? store.name}</bdi>`) : null}</header>
<main>
<div class="card">
<h1>${title}</h1>
${body}
</div>
</main>
<footer>${shop ? html`<a href="${shop}">${phrase(viewer, 'toShop')}</a>` : null}</footer>
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
    .send(page.text)
}

/** Images only from the origins of the page's own images. */
const policy = (styleHash: string, pictures: string[]) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `img-src ${['data:', ...new Set(pictures.map((url) => new URL(url).origin))].join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
