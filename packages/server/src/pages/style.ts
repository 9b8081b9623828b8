/** The style sheet of the pages, in the store's colour. It is inline, and the content security policy allows it by its hash. */
import { createHash } from 'node:crypto'
import { contrastOf, readableOn } from '../letters/rendering/colors.ts'

const sheet = (
  color: string,
  onColor: string,
  lit: string,
  onLit: string,
) => `:root{color-scheme:light dark;--paper:#f7f8f7;--card:#fff;--line:#e0e4e1;--edge:#c9d0cc;--ink:#161b19;--soft:#5c6661;--brand:${color};--on:${onColor};--tint:#eefaf3;--on-tint:#08452b}
@media (prefers-color-scheme:dark){:root{--paper:#161b19;--card:#1f2522;--line:#2b322f;--edge:#5c6661;--ink:#f7f8f7;--soft:#a7b0ab;--brand:${lit};--on:${onLit};--tint:#08452b;--on-tint:#dcf2e5}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--paper);color:var(--ink);font:16px/1.55 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif}
main,header,footer{max-width:560px;margin:0 auto;padding:0 16px}
header{padding-top:40px;padding-bottom:16px;font-weight:600}
header img{display:block;height:32px;width:auto;max-width:200px}
footer{padding-top:20px;padding-bottom:40px;font-size:14px}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:28px}
h1{margin:0 0 8px;font-size:26px;line-height:1.25;letter-spacing:-.01em}
h2{margin:0;font-size:17px;line-height:1.4}
h2 a{color:inherit;text-underline-offset:3px;text-decoration-color:var(--edge)}
p{margin:0 0 16px}
.soft,footer a{color:var(--soft)}
.note{margin:0 0 20px;padding:12px 16px;border-radius:8px;background:var(--tint);color:var(--on-tint)}
.wrong{color:#b3261e;font-weight:600}
form{margin:20px 0 0}
button,.button{display:inline-block;min-height:48px;padding:12px 24px;border:0;border-radius:8px;background:var(--brand);color:var(--on);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button.quiet{min-height:44px;padding:9px 18px;background:transparent;color:var(--ink);border:1px solid var(--edge)}
button:focus-visible,a:focus-visible,input:focus-visible,select:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
label{display:block;margin:0 0 4px;font-weight:600}
input,select{width:100%;min-height:48px;padding:10px 12px;border:1px solid #7d8782;border-radius:8px;background:var(--card);color:var(--ink);font:inherit}
form button{margin-top:12px}
ul{margin:0;padding:0;list-style:none}
li.alert{padding:20px 0;border-top:1px solid var(--line)}
li.item{padding:4px 0;font-weight:600}
.row{display:flex;gap:16px;align-items:flex-start}
.row img{width:72px;height:72px;flex:none;border-radius:8px;object-fit:cover;background:#eef0ee}
.row p{margin:0}
.acts{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:flex-start;justify-content:space-between;margin-top:12px}
.acts form{margin:0}
.acts form button{margin:0}
details{flex:1 1 240px}
summary{min-height:44px;padding:10px 0;cursor:pointer;color:var(--soft)}
.move{display:flex;flex-wrap:wrap;gap:8px}
.move select{flex:1 1 120px;min-height:44px}
ul+form{margin-top:0;padding-top:20px;border-top:1px solid var(--line)}
@media (prefers-color-scheme:dark){.wrong{color:#ffb4ab}}
@media (max-width:480px){.card{padding:20px}header{padding-top:24px}button{width:100%}.acts form,.move button{flex:1 1 100%}}`

type Style = { css: string; hash: string }

const cache = new Map<string, Style>()

/** On dark screens a dark colour is made lighter, so that it can be seen. */
export function styleFor(color: string): Style {
  const cached = cache.get(color)
  if (cached) return cached
  const lit = contrastOf(color, '#1f2522') >= 3 ? color : lighten(color)
  const css = sheet(color, readableOn(color), lit, readableOn(lit))
  const style = { css, hash: createHash('sha256').update(css).digest('base64') }
  if (cache.size > 500) cache.clear()
  cache.set(color, style)
  return style
}

function lighten(color: string): string {
  for (let share = 0.2; share < 1; share += 0.1) {
    const mixed = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16)
      return Math.round(part + (255 - part) * share)
        .toString(16)
        .padStart(2, '0')
    })
    const lit = `#${mixed.join('')}`
    if (contrastOf(lit, '#1f2522') >= 4.5) return lit
  }
  return '#ffffff'
}
