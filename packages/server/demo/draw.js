/** Draws the pictures of the demo store: `node demo/draw.js`. Small scenes of flat shapes, the same every time. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

const g = (inner, more = '') => `<g ${more}>${inner}</g>`
const rect = (x, y, w, h, fill, r = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`
const ring = (cx, cy, r, stroke, width) =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`
const dot = (cx, cy, r, fill) => `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"/>`
const oval = (cx, cy, rx, ry, fill) => `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
const path = (d, fill) => `<path d="${d}" fill="${fill}"/>`
const line = (d, stroke, width = 4) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
const turned = (inner, degrees, x, y) => g(inner, `transform="rotate(${degrees} ${x} ${y})"`)
const shadow = (cx, cy, rx) => oval(cx, cy, rx, 12, '#00000018')

const leaf = (x, y, length, width, fill, degrees) =>
  turned(
    path(
      `M${x} ${y}C${x - width} ${y - length * 0.4} ${x - width} ${y - length * 0.8} ${x} ${y - length}C${x + width} ${y - length * 0.8} ${x + width} ${y - length * 0.4} ${x} ${y}Z`,
      fill,
    ) + line(`M${x} ${y}V${y - length * 0.85}`, '#ffffff30', 2),
    degrees,
    x,
    y,
  )

const frond = (x, y, length, fill, degrees) => {
  let leaves = line(`M${x} ${y}Q${x + 6} ${y - length / 2} ${x} ${y - length}`, fill, 3)
  for (let up = 0.2; up < 1; up += 0.12) {
    const size = 26 * (1.1 - up)
    leaves +=
      leaf(x + 2, y - length * up, size, size / 3.4, fill, -62) +
      leaf(x + 2, y - length * up, size, size / 3.4, fill, 62)
  }
  return turned(leaves, degrees, x, y)
}

const pot = (cx, top, w, h, fill, rim) =>
  shadow(cx, top + h, w * 0.55) +
  path(`M${cx - w / 2} ${top}H${cx + w / 2}L${cx + w * 0.36} ${top + h}H${cx - w * 0.36}Z`, fill) +
  rect(cx - w / 2 - 6, top - 10, w + 12, 26, rim, 4)

const scenes = {
  pot: ([a, b]) => pot(200, 190, 150, 140, a, b) + oval(200, 186, 70, 9, '#4b3527'),
  planter: ([a, b, c]) =>
    shadow(200, 330, 100) +
    path('M110 200H290V300Q290 330 260 330H140Q110 330 110 300Z', a) +
    rect(110, 200, 180, 14, b) +
    leaf(170, 205, 80, 22, c, -18) +
    leaf(200, 205, 110, 24, c, 0) +
    leaf(232, 205, 84, 22, c, 20),
  fern: ([a, b, c]) =>
    [-70, -46, -24, 0, 24, 46, 70]
      .map((turn, place) => frond(200, 236, 150 - Math.abs(turn) * 0.5, place % 2 ? b : c, turn))
      .join('') + pot(200, 240, 116, 92, a, a),
  monstera: ([a, b, c]) =>
    [
      [-42, 150],
      [38, 160],
      [-8, 190],
      [66, 110],
      [-70, 112],
    ]
      .map(
        ([turn, length], place) =>
          line(`M200 250Q${200 + turn} 180 ${200 + turn * 1.2} ${260 - length}`, c, 5) +
          turned(
            path('M0 0C-46 -8 -52 -60 0 -84C52 -60 46 -8 0 0Z', place % 2 ? b : c) +
              line('M0 0V-76M0 -24L-26 -40M0 -24L26 -40M0 -46L-22 -58M0 -46L22 -58', '#ffffff40', 3),
            0,
            0,
            0,
          ).replace('<g ', `<g transform="translate(${200 + turn * 1.2} ${270 - length}) rotate(${turn * 0.7})" data-`),
      )
      .join('') + pot(200, 250, 112, 84, a, a),
  olive: ([a, b, c]) =>
    line('M200 270C196 220 206 190 198 120', '#8a6f52', 9) +
    line('M200 190Q230 160 246 130M199 170Q170 140 156 118', '#8a6f52', 5) +
    [
      [198, 110],
      [246, 126],
      [156, 116],
      [220, 90],
      [176, 84],
      [262, 104],
      [138, 98],
      [200, 66],
    ]
      .map(([x, y], place) =>
        [-60, -20, 20, 60, 120].map((turn) => leaf(x, y, 34, 6, place % 2 ? b : c, turn)).join(''),
      )
      .join('') +
    pot(200, 268, 104, 72, a, a),
  can: ([a, b]) =>
    shadow(205, 326, 110) +
    line('M268 222Q356 190 338 258Q326 298 276 302', b, 10) +
    path('M140 210H276L286 326H130Z', a) +
    oval(208, 210, 68, 16, b) +
    oval(208, 210, 54, 10, '#00000040') +
    line('M142 280L84 226L72 196', a, 16) +
    path('M52 196L92 176L100 194L62 214Z', b) +
    rect(150, 246, 116, 6, '#ffffff40', 3),
  trowel: ([a, b]) =>
    turned(
      shadow(200, 350, 50) +
        rect(190, 60, 20, 110, b, 10) +
        rect(194, 164, 12, 40, '#8d9692', 3) +
        path('M164 206Q200 190 236 206V270Q232 320 200 344Q168 320 164 270Z', a) +
        line('M200 212V320', '#ffffff50', 4),
      28,
      200,
      200,
    ),
  shears: ([a, b]) =>
    shadow(200, 340, 70) +
    turned(path('M196 200L176 60Q204 80 214 196Z', '#b9c2be') + line('M204 210Q250 280 236 340', a, 18), 8, 200, 200) +
    turned(path('M204 200L224 60Q196 80 186 196Z', '#98a39e') + line('M196 210Q150 280 164 340', b, 18), -8, 200, 200) +
    dot(200, 204, 12, '#5c6661'),
  apron: ([a, b]) =>
    line('M150 96Q200 40 250 96', b, 6) +
    path('M150 96Q200 128 250 96L258 176H300L306 344H94L100 176H142Z', a) +
    rect(150, 232, 100, 72, b, 6) +
    line('M150 250H250', '#ffffff60', 2) +
    line('M100 180Q70 200 62 250M300 180Q330 200 338 250', b, 5),
  seeds: ([a, b, c]) =>
    turned(
      rect(132, 96, 136, 212, a, 8) +
        rect(132, 96, 136, 44, b, 8) +
        line('M200 280V200', c, 5) +
        [0, 60, 120, 180, 240, 300].map((turn) => turned(oval(200, 168, 13, 26, '#fff7'), turn, 200, 196)).join('') +
        dot(200, 196, 14, '#f2b632') +
        leaf(200, 262, 40, 11, c, -50) +
        leaf(200, 262, 40, 11, c, 50),
      -6,
      200,
      200,
    ) +
    dot(300, 318, 6, '#7a5a3a') +
    dot(316, 330, 6, '#7a5a3a') +
    dot(288, 334, 6, '#7a5a3a'),
  herbs: ([a, b, c]) =>
    [110, 200, 290]
      .map(
        (x, place) =>
          frond(x, 244, 100, [b, c, b][place], 0) +
          frond(x, 244, 84, c, -24) +
          frond(x, 244, 84, b, 24) +
          pot(x, 248, 66, 66, a, a),
      )
      .join('') + rect(60, 312, 280, 16, '#8a6f52', 4),
  basket: ([a, b]) =>
    shadow(200, 330, 110) +
    line('M118 220Q200 40 282 220', b, 12) +
    path('M96 220H304L280 330H120Z', a) +
    [236, 258, 280, 302].map((y) => line(`M${104 + (y - 220) * 0.2} ${y}H${296 - (y - 220) * 0.2}`, b, 5)).join('') +
    [140, 170, 200, 230, 260].map((x) => line(`M${x} 222V328`, '#00000020', 4)).join('') +
    rect(90, 210, 220, 20, b, 10),
  candle: ([a, b]) =>
    shadow(200, 332, 90) +
    [
      [140, 190, 44],
      [200, 140, 50],
      [262, 216, 44],
    ]
      .map(
        ([x, top, w]) =>
          rect(x - w / 2, top, w, 330 - top, a, 6) +
          oval(x, top, w / 2, 7, b) +
          line(`M${x} ${top}V${top - 12}`, '#4b3527', 3) +
          path(
            `M${x} ${top - 44}Q${x + 13} ${top - 22} ${x} ${top - 10}Q${x - 13} ${top - 22} ${x} ${top - 44}Z`,
            '#f6b545',
          ) +
          oval(x, top - 20, 4, 8, '#fff3c4'),
      )
      .join(''),
  throw: ([a, b]) =>
    shadow(200, 324, 130) +
    path('M80 230Q200 196 320 230V300Q200 330 80 300Z', a) +
    path('M92 176Q200 146 308 176V240Q200 214 92 240Z', b) +
    [110, 146, 182, 218, 254, 290].map((x) => line(`M${x} ${300 + Math.abs(200 - x) * -0.06}v22`, a, 5)).join('') +
    line('M92 196Q200 168 308 196M92 216Q200 190 308 216', '#ffffff50', 4) +
    line('M80 256Q200 226 320 256', '#ffffff40', 4),
  mug: ([a, b]) =>
    shadow(196, 316, 86) +
    ring(276, 236, 34, a, 16) +
    path('M116 166H276V276Q276 314 238 314H154Q116 314 116 276Z', a) +
    oval(196, 166, 80, 16, b) +
    oval(196, 168, 68, 11, '#5b3a22') +
    line('M170 132Q160 116 170 100Q180 84 170 68M214 132Q204 116 214 100Q224 84 214 68', '#ffffff90', 5),
  bowl: ([a, b]) =>
    shadow(200, 318, 80) +
    path('M76 200H324Q316 310 200 316Q84 310 76 200Z', a) +
    oval(200, 200, 124, 26, b) +
    oval(200, 203, 108, 19, '#00000014') +
    line('M100 236Q200 270 300 236', '#ffffff40', 5) +
    rect(160, 312, 80, 12, a, 4),
  teapot: ([a, b]) =>
    shadow(200, 322, 96) +
    line('M120 240Q66 220 70 170', a, 20) +
    line('M278 200Q344 200 324 262Q312 290 276 284', a, 14) +
    path('M112 230Q112 160 200 160Q288 160 288 230Q288 318 200 320Q112 318 112 230Z', a) +
    oval(200, 164, 54, 14, b) +
    dot(200, 144, 13, b) +
    line('M130 250Q200 284 270 250', '#ffffff40', 5),
  stool: ([a, b]) =>
    shadow(200, 344, 110) +
    line('M140 176L112 342M260 176L288 342M200 184V342', b, 16) +
    line('M128 276H272', b, 10) +
    rect(96, 146, 208, 36, a, 16) +
    line('M116 160H284', '#ffffff40', 4),
  lamp: ([a, b]) =>
    line('M200 0V110', '#5c6661', 4) +
    path('M146 116H254L322 256H78Z', a) +
    [0.2, 0.4, 0.6, 0.8].map((at) => line(`M${146 - 68 * at} ${116 + 140 * at}H${254 + 68 * at}`, b, 4)).join('') +
    [170, 200, 230].map((x) => line(`M${x} 118L${200 + (x - 200) * 2.3} 254`, b, 3)).join('') +
    oval(200, 256, 122, 14, b) +
    oval(200, 262, 60, 16, '#ffe9a8') +
    path('M100 272L300 272L340 400H60Z', '#ffe9a830'),
  print: ([a, b, c]) =>
    rect(104, 60, 192, 264, '#8a6f52', 3) +
    rect(114, 70, 172, 244, a) +
    rect(132, 90, 136, 190, '#ffffff80') +
    line('M200 268V140', c, 4) +
    [
      [200, 240, -55],
      [200, 240, 55],
      [200, 206, -50],
      [200, 206, 50],
      [200, 174, -44],
      [200, 174, 44],
      [200, 150, 0],
    ]
      .map(([x, y, turn], place) => leaf(x, y, 50, 12, place % 2 ? b : c, turn))
      .join('') +
    rect(160, 292, 80, 6, b, 3),
  hat: ([a, b]) =>
    shadow(200, 292, 140) +
    oval(200, 262, 156, 34, a) +
    path('M124 258Q120 150 200 148Q280 150 276 258Q200 286 124 258Z', a) +
    path('M123 236Q200 266 277 236L276 260Q200 288 124 260Z', b) +
    line('M150 176Q170 160 200 158', '#ffffff50', 5),
  boots: ([a, b]) =>
    shadow(200, 334, 130) +
    [0, 1]
      .map((second) =>
        g(
          path('M90 90H158V250Q198 262 206 306V326H90Z', second ? a : b) +
            rect(84, 84, 80, 22, second ? b : a, 6) +
            rect(86, 316, 124, 16, '#2b322f', 6) +
            line('M108 130V230', '#ffffff40', 6),
          `transform="translate(${second ? 86 : 6} 0)"`,
        ),
      )
      .join(''),
  birdhouse: ([a, b]) =>
    rect(192, 270, 16, 130, '#8a6f52') +
    path('M122 170L200 96L278 170V290H122Z', a) +
    line('M104 178L200 88L296 178', b, 20) +
    dot(200, 198, 28, '#2b322f') +
    line('M200 246V262', '#8a6f52', 10) +
    path('M246 116q14 -22 36 -14q-6 22 -28 24Z', '#3c7d9c') +
    dot(276, 106, 3, '#fff'),
  honey: ([a, b]) =>
    shadow(200, 328, 84) +
    rect(122, 150, 156, 176, a, 26) +
    rect(122, 150, 156, 40, '#ffffff30', 20) +
    rect(130, 112, 140, 40, b, 8) +
    rect(150, 206, 100, 80, '#fdf6e3', 6) +
    [
      [186, 236],
      [214, 236],
      [200, 258],
    ]
      .map(([x, y]) => path(`M${x} ${y - 13}l11 6.5v13l-11 6.5l-11 -6.5v-13Z`, '#e8a92e'))
      .join(''),
}

const frame = ({
  handle,
  wall,
  table,
  kind,
  colors,
}) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" role="img" aria-label="${handle}">${rect(0, 0, 400, 400, wall)}${kind === 'lamp' || kind === 'print' ? '' : rect(0, kind === 'birdhouse' ? 350 : 308, 400, 100, table)}${dot(318, 84, 120, '#ffffff1f')}${scenes[kind](colors)}</svg>
`

export const drawAll = (products) => products.map((product) => [product.handle, frame(product)])

if (process.argv[1] === here('draw.js')) {
  const { products } = JSON.parse(readFileSync(here('catalog.json'), 'utf8'))
  for (const [handle, picture] of drawAll(products)) writeFileSync(here(`pictures/${handle}.svg`), picture)
}
