/** A product page that previews the widgets with a merchant's colours and texts, in a sandboxed frame. */

import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { escapeHtml } from '../../../domain/messages/escape-html.ts'

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #177a4e')
const words = z.string().max(80, 'may have at most 80 characters')

const previewFields = z.object({
  accent: color.optional(),
  heart: color.optional(),
  radius: z.coerce.number().int().min(0).max(32).optional(),
  place: z.enum(['picture', 'title', 'button']).default('picture'),
  language: z.enum(['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'ja', 'ar', 'hi']).default('en'),
  notify: words.optional(),
  soldOut: z.enum(['yes', 'no']).default('yes'),
  dark: z.enum(['yes', 'no']).default('no'),
})

export type PreviewFields = z.output<typeof previewFields>

const picture = `<svg viewBox="0 0 320 320" role="img" aria-label="Linen apron">
  <rect width="320" height="320" fill="#e9efe9"/>
  <path d="M112 70 q48 34 96 0 l10 60 q26 8 34 26 l-14 118 H82 L68 156 q8 -18 34 -26z" fill="#8aa58f"/>
  <path d="M112 70 q48 34 96 0" fill="none" stroke="#5f7d66" stroke-width="6"/>
  <rect x="124" y="176" width="72" height="52" rx="6" fill="none" stroke="#5f7d66" stroke-width="4"/>
</svg>`

const style = ({ accent, heart, radius, dark }: PreviewFields) => `
  :root { color-scheme: ${dark === 'yes' ? 'dark' : 'light'}; ${accent ? `--hb-accent: ${accent}; ` : ''}${heart ? `--hb-heart: ${heart}; ` : ''}${radius === undefined ? '' : `--hb-radius: ${radius}px; `}}
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fdfcfa, #161b19); color: light-dark(#161b19, #eef0ee) }
  header { display: flex; align-items: center; justify-content: space-between; padding: 8px 20px; border-bottom: 1px solid light-dark(#e0e4e1, #2b322f); font-family: Georgia, serif }
  main { display: grid; gap: 24px; padding: 20px; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); max-width: 860px; margin: auto }
  @media (max-width: 520px) { main { grid-template-columns: minmax(0, 1fr); gap: 16px } figure svg { aspect-ratio: 16 / 9 } }
  figure { position: relative; margin: 0 }
  figure svg { display: block; width: 100%; border-radius: 12px; background: #e9efe9 }
  figure heartbell-heart { position: absolute; inset: 10px 10px auto auto; border-radius: 50%; background: light-dark(#fff, #161b19) }
  h1 { font: 500 28px/1.2 Georgia, serif; margin: 0; flex: 1 }
  .line { display: flex; align-items: center; gap: 8px }
  .bag { min-height: 48px; flex: 1; border: 0; border-radius: 10px; font: inherit; font-weight: 600; background: light-dark(#161b19, #eef0ee); color: light-dark(#fff, #161b19) }
  .bag[disabled] { background: light-dark(#e0e4e1, #2b322f); color: light-dark(#5c6661, #a7b0ab) }
`

/** Scripts come from this server only, and nothing can be sent. */
export const previewPolicy = (nonce: string) =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

export const newNonce = () => randomBytes(16).toString('base64')

export function writePreview(fields: PreviewFields, nonce: string): string {
  const isSoldOut = fields.soldOut === 'yes'
  const heart = '<heartbell-heart variant="101" product="10" name="Linen apron" price="39"></heartbell-heart>'
  const at = (place: PreviewFields['place']) => (fields.place === place ? heart : '')
  return `<!doctype html>
<html lang="${fields.language}"${fields.language === 'ar' ? ' dir="rtl"' : ''}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Fern &amp; Field</title>
    <link rel="stylesheet" href="/client/latest/heartbell.css">
    <style nonce="${nonce}">${style(fields)}</style>
    <script src="/dashboard/preview.js" data-notify="${escapeHtml(fields.notify ?? '')}"></script>
    <script type="module" src="/client/latest/core.js" data-store="preview" data-device-only></script>
  </head>
  <body>
    <header>Fern &amp; Field <heartbell-count></heartbell-count></header>
    <main>
      <figure>${picture}${at('picture')}</figure>
      <div>
        <div class="line"><h1>Linen apron</h1>${at('title')}</div>
        <p>39.00</p>
        <div class="line"><button type="button" class="bag"${isSoldOut ? ' disabled' : ''}>${isSoldOut ? 'Sold out' : 'Add to bag'}</button>${at('button')}</div>
        <p><heartbell-notify variant="101" product="10" name="Linen apron" stock="${isSoldOut ? 0 : 5}"></heartbell-notify></p>
      </div>
    </main>
  </body>
</html>
`
}

/** Sets the merchant's own texts, as a shop does. A page without an origin must not request locks. */
export const previewScript = `Object.defineProperty(navigator, 'locks', { value: undefined })
const { notify } = document.currentScript.dataset
if (notify) addEventListener('load', () => heartbell.texts({ notify }))
`
