/** The style sheet of the pages, in the store's colour. It is inline, and the content security policy allows it by its hash. */
import { createHash } from 'node:crypto'
import { type BrandColors, brandColors } from '../letters/rendering/brand.ts'

const base = (
  brand: BrandColors,
) => `:root{color-scheme:light dark;--paper:#f4f5f3;--card:#fff;--line:#e3e7e4;--edge:#c3cac6;--ink:#161b19;--soft:#5c6661;--brand:${brand.color};--on:${brand.onColor};--tint:${brand.tint};--blank:#eef0ee}
@media (prefers-color-scheme:dark){:root{--paper:#121614;--card:#1c2220;--line:#2f3734;--edge:#5c6661;--ink:#f2f4f2;--soft:#a7b0ab;--brand:${brand.darkColor};--on:${brand.onDarkColor};--tint:${brand.darkTint};--blank:#2f3734}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--paper);color:var(--ink);font:16px/1.55 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif;display:flex;flex-direction:column}
main,header,footer{width:100%;max-width:592px;margin:0 auto;padding:0 16px}
main{flex:1}
header{padding-top:36px;padding-bottom:20px;font-size:18px;font-weight:700;letter-spacing:-.01em}
header a{color:inherit;text-decoration:none;display:inline-flex;align-items:center;min-height:44px}
header img{display:block;height:36px;width:auto;max-width:220px}
footer{padding-top:24px;padding-bottom:40px;font-size:14px;color:var(--soft)}
footer p{margin:0 0 4px}
footer a{display:inline-block;padding:10px 0;color:inherit}
.card{position:relative;overflow:hidden;background:var(--card);border:1px solid var(--line);border-radius:14px;padding:36px 32px 32px}
.card::before{content:"";position:absolute;inset:0 0 auto;height:4px;background:var(--brand)}
h1{margin:0 0 8px;font-size:28px;line-height:1.2;letter-spacing:-.015em;overflow-wrap:anywhere}
h2{margin:0;font-size:17px;line-height:1.4;font-weight:650;overflow-wrap:anywhere}
h2 a{color:inherit;text-underline-offset:3px;text-decoration-color:var(--edge)}
p{margin:0 0 16px;overflow-wrap:anywhere}
.card>:last-child{margin-bottom:0}
.soft{color:var(--soft)}
.small{font-size:14px}
s{color:var(--soft)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.note{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 16px;margin:0 0 20px;padding:12px 16px;border-radius:10px;background:var(--tint)}
.note p,.note form,.note button{margin:0}
.wrong{color:#b3261e;font-weight:600}
form{margin:20px 0 0}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:12px 28px;border:1px solid transparent;border-radius:10px;background:var(--brand);color:var(--on);font:inherit;line-height:1.25;font-weight:650;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{filter:brightness(1.06)}
.quiet{min-height:44px;padding:9px 18px;background:transparent;color:var(--ink);border-color:var(--edge);font-weight:600}
.quiet:hover{filter:none;border-color:var(--ink)}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px;border-radius:6px}
label{display:block;margin:0 0 4px;font-weight:600}
input,select{width:100%;min-height:48px;padding:10px 12px;border:1px solid #7d8782;border-radius:10px;background:var(--card);color:var(--ink);font:inherit}
form button{margin-top:12px}
ul{margin:0;padding:0;list-style:none}
@media (prefers-color-scheme:dark){.wrong{color:#ffb4ab}header img{background:#fff;padding:6px 10px;border-radius:8px;height:44px}}
@media (max-width:480px){header{padding-top:20px;padding-bottom:12px}.card{padding:28px 20px 24px}.card button{width:100%}}`

const rows = `li.alert{padding:20px 0;border-top:1px solid var(--line)}
li.item{padding:12px 0}
.row{display:flex;gap:16px;align-items:flex-start}
.row img,.row .none{width:80px;height:80px;flex:none;border-radius:10px;object-fit:cover;background:var(--blank)}
.row p{margin:2px 0 0}
.row .kind{margin:0 0 2px;font-size:13px;font-weight:600;color:var(--soft)}
.acts{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:flex-start;justify-content:space-between;margin-top:12px}
.acts form{margin:0}
.acts>form{margin-inline-start:auto}
.acts form button{margin:0}
section.alert{padding:0 0 24px}
fieldset{margin:12px 0 0;padding:0;border:0}
legend{padding:0;font-weight:600}
.choice{display:flex;align-items:center;gap:10px;min-height:44px;margin:0;font-weight:400}
.choice input{width:20px;min-height:20px;height:20px;margin:0;flex:none;accent-color:var(--brand)}
details{flex:1 1 240px}
summary{min-height:44px;padding:10px 0;cursor:pointer;color:var(--soft)}
.move{display:flex;flex-wrap:wrap;gap:8px}
.move :is(select,input){flex:1 1 120px;min-height:44px}
ul+form{margin-top:0;padding-top:20px;border-top:1px solid var(--line)}
@media (max-width:480px){.acts form,.move button{flex:1 1 100%}.row img,.row .none{width:72px;height:72px}}`

const grid = `.wide main,.wide header,.wide footer{max-width:1152px}
.wide h1{font-size:clamp(28px,5vw,40px)}
.intro{margin:0 0 28px}
.intro p{margin:0 0 4px}
.grid{display:grid;gap:32px 20px;grid-template-columns:repeat(auto-fill,minmax(220px,1fr))}
.grid li{display:flex;flex-direction:column;min-width:0}
.grid .picture{position:relative;display:block;border-radius:14px;overflow:hidden;background:var(--blank);aspect-ratio:1}
.grid .picture img{display:block;width:100%;height:100%;object-fit:cover}
.grid .out .picture img{opacity:.6}
.badge{position:absolute;inset-block-start:10px;inset-inline-start:10px;padding:3px 10px;border-radius:99px;background:var(--card);color:var(--ink);font-size:13px;font-weight:600}
.grid h2{margin-top:12px}
.grid p{margin:2px 0 0}
.grid .price{font-weight:650}
.grid .price s{margin-inline-start:6px;font-weight:400}
.grid .button{min-height:48px}
.grid .gap{min-height:14px;flex:1}
nav{display:flex;flex-wrap:wrap;gap:12px 20px;align-items:center;justify-content:center;margin:40px 0 0}
@media (max-width:600px){.grid{gap:28px 14px;grid-template-columns:repeat(2,minmax(0,1fr))}.grid .button{padding:10px 12px;font-size:15px}}`

const sheets = {
  plain: base,
  rows: (brand: BrandColors) => `${base(brand)}\n${rows}`,
  grid: (brand: BrandColors) => `${base(brand)}\n${grid}`,
}

export type Layout = keyof typeof sheets

type Style = { css: string; hash: string }

const cache = new Map<string, Style>()

export function styleFor(color: string, layout: Layout): Style {
  const name = `${layout} ${color}`
  const cached = cache.get(name)
  if (cached) return cached
  const css = sheets[layout](brandColors(color))
  const style = { css, hash: createHash('sha256').update(css).digest('base64') }
  if (cache.size > 500) cache.clear()
  cache.set(name, style)
  return style
}
