/** The style of the page: light and dark, wide and narrow, print. */
export const style = `:root{color-scheme:light dark;--paper:#f7f8f7;--card:#fff;--line:#e0e4e1;--ink:#161b19;--soft:#5c6661;--brand:#1f7a4d;--other:#8a958f;--track:#eef0ee;--bad:#b3261e;--tint:#eefaf3;--on-tint:#08452b;--warn:#fff4d6;--on-warn:#5c4300}
@media (prefers-color-scheme:dark){:root{--paper:#161b19;--card:#1f2522;--line:#343c38;--ink:#f7f8f7;--soft:#a7b0ab;--brand:#4fc08a;--other:#8a958f;--track:#2b322f;--bad:#ffb4ab;--tint:#08452b;--on-tint:#dcf2e5;--warn:#4a3a0c;--on-warn:#ffe9b0}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif}
header,main,footer{max-width:1040px;margin:0 auto;padding:0 20px}
header{padding-top:44px;padding-bottom:20px}
footer{padding-top:8px;padding-bottom:48px;color:var(--soft);font-size:14px}
h1{margin:0 0 6px;font-size:32px;line-height:1.2;letter-spacing:-.02em}
h2{margin:0;font-size:19px;line-height:1.35;letter-spacing:-.01em}
p{margin:0 0 12px}
code{font:14px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.lead{font-size:18px;color:var(--soft);margin:0}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:24px;margin:0 0 20px}
.top{display:flex;flex-wrap:wrap;gap:6px 16px;align-items:baseline;justify-content:space-between;margin-bottom:4px}
.what{color:var(--soft);margin:0 0 16px}
.verdict{font-size:14px;font-weight:600;padding:2px 10px;border-radius:99px;background:var(--tint);color:var(--on-tint)}
.verdict.no{background:transparent;color:var(--bad);border:1px solid var(--bad)}
.note{margin:0 0 20px;padding:12px 16px;border-radius:8px;background:var(--warn);color:var(--on-warn)}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(230px,1fr));gap:14px 24px;margin:0}
dl .whole{grid-column:1/-1}
dt{font-size:13px;color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
.pair{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:12px 32px;align-items:start}
.pair.wide{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
figure{margin:0}
figcaption{font-size:13px;color:var(--soft)}
table{width:100%;border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}
caption{text-align:left;font-size:13px;color:var(--soft);padding:0 0 6px}
th,td{text-align:right;padding:7px 0 7px 12px;border-top:1px solid var(--line);vertical-align:top}
th:first-child,td:first-child{text-align:left;padding-left:0}
thead th{border-top:0;font-weight:600;font-size:13px;color:var(--soft)}
tbody th{font-weight:500;overflow-wrap:anywhere}
a{color:inherit;text-underline-offset:3px}
a:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
.no{color:var(--bad);font-weight:600}
ul.detail{margin:16px 0 0;padding:0 0 0 18px;font-size:14px;color:var(--soft)}
svg{display:block;overflow:visible}
svg text{fill:var(--ink);font-size:14px}
svg .amount{text-anchor:end;font-weight:600;font-variant-numeric:tabular-nums}
svg .tick{fill:var(--soft);font-size:12px}
.ours,.good{fill:var(--brand)}.other{fill:var(--other)}.bad{fill:var(--bad)}.track{fill:var(--track)}
.round{fill:var(--card);stroke:var(--ink);stroke-width:1.5}
.grid{stroke:var(--line)}.limit{stroke:var(--ink);stroke-width:2}.mark{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:4 3}
@media (max-width:760px){.pair,.pair.wide{grid-template-columns:minmax(0,1fr)}header{padding-top:28px}h1{font-size:26px}.card{padding:18px}header,main,footer{padding-left:14px;padding-right:14px}}
@media print{body{background:#fff}.card{break-inside:avoid}}`
