/** The black and white squares of a QR code: fixed patterns, data in zigzag, and the mask that is easiest to read. */
import { alignmentCentres, qrBytes } from './qr-data.ts'

/** Rows of squares; true is black. */
export type Modules = boolean[][]

type Drawing = { size: number; modules: Modules; fixed: Modules }

const square = (size: number): Modules => Array.from({ length: size }, () => new Array<boolean>(size).fill(false))

const set = ({ size, modules, fixed }: Drawing, x: number, y: number, isBlack: boolean) => {
  if (x < 0 || y < 0 || x >= size || y >= size) return
  modules[y]![x] = isBlack
  fixed[y]![x] = true
}

/** Rings around a centre: `white` are the distances that stay white. */
function drawRings(drawing: Drawing, x: number, y: number, most: number, white: number[]): void {
  for (let dy = -most; dy <= most; dy++)
    for (let dx = -most; dx <= most; dx++)
      set(drawing, x + dx, y + dy, !white.includes(Math.max(Math.abs(dx), Math.abs(dy))))
}

function drawPatterns(drawing: Drawing, version: number): void {
  const { size } = drawing
  for (let place = 0; place < size; place++) {
    set(drawing, 6, place, place % 2 === 0)
    set(drawing, place, 6, place % 2 === 0)
  }
  const far = size - 4
  for (const [x, y] of [
    [3, 3],
    [far, 3],
    [3, far],
  ] as const)
    drawRings(drawing, x, y, 4, [2, 4])
  const centres = alignmentCentres(version)
  const last = centres.at(-1)
  for (const x of centres)
    for (const y of centres) {
      const isCorner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)
      if (!isCorner) drawRings(drawing, x, y, 2, [1])
    }
  if (version > 6) drawVersion(drawing, version)
}

/** The remainder that follows a value in the format and version fields. */
function withRemainder(value: number, divisor: number, length: number): number {
  let rest = value
  for (let place = 0; place < length; place++) rest = (rest << 1) ^ ((rest >> (length - 1)) * divisor)
  return (value << length) | rest
}

function drawVersion(drawing: Drawing, version: number): void {
  const bits = withRemainder(version, 0x1f25, 12)
  for (let place = 0; place < 18; place++) {
    const x = drawing.size - 11 + (place % 3)
    const y = Math.floor(place / 3)
    const isBlack = ((bits >> place) & 1) === 1
    set(drawing, x, y, isBlack)
    set(drawing, y, x, isBlack)
  }
}

/** The mask, twice, beside the large patterns. Level M is 0. */
function drawFormat(drawing: Drawing, mask: number): void {
  const { size } = drawing
  const bits = withRemainder(mask, 0x537, 10) ^ 0x5412
  for (let place = 0; place < 15; place++) {
    const isBlack = ((bits >> place) & 1) === 1
    // beside the first pattern, without the line of the timing pattern
    const down = place < 6 ? place : place < 8 ? place + 1 : 8
    const across = place < 8 ? 8 : place === 8 ? 7 : 14 - place
    set(drawing, across, down, isBlack)
    if (place < 8) set(drawing, size - 1 - place, 8, isBlack)
    else set(drawing, 8, size - 15 + place, isBlack)
  }
  set(drawing, 8, size - 8, true)
}

/** Two columns at a time from the right, up and down in turn; column 6 is the timing pattern. */
function drawData({ size, modules, fixed }: Drawing, bytes: number[]): void {
  let place = 0
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step
      for (const x of [right, right - 1])
        if (!fixed[y]![x]) {
          modules[y]![x] = ((bytes[place >> 3]! >> (7 - (place & 7))) & 1) === 1
          place++
        }
    }
  }
}

const masks: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

const withMask = ({ size, modules, fixed }: Drawing, mask: number): Drawing => {
  const flipped = modules.map((row, y) =>
    row.map((isBlack, x) => isBlack !== (!fixed[y]![x] && masks[mask]!(x, y) === 0)),
  )
  const drawing = { size, modules: flipped, fixed }
  drawFormat(drawing, mask)
  return drawing
}

/** Runs of five and more, and what looks like a large pattern, in one row or column. */
const lineFaults = (line: string) => {
  const runs = line.match(/0{5,}|1{5,}/g)?.reduce((sum, { length }) => sum + length - 2, 0) ?? 0
  return runs + 40 * (line.match(/(?=00001011101|10111010000)/g)?.length ?? 0)
}

/** How hard the code is to read, by the four rules of the standard. */
function faults({ size, modules }: Drawing): number {
  const rows = modules.map((row) => row.map(Number).join(''))
  const columns = modules.map((_, x) => modules.map((row) => +row[x]!).join(''))
  let sum = [...rows, ...columns].reduce((total, line) => total + lineFaults(line), 0)
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const [one, other] = [rows[y]!.slice(x - 1, x + 1), rows[y - 1]!.slice(x - 1, x + 1)]
      if (one === other && one[0] === one[1]) sum += 3
    }
  const black = rows.join('').replace(/0/g, '').length / size ** 2
  return sum + 10 * Math.floor(Math.abs(black - 0.5) * 20)
}

export function qrModules(text: string): Modules {
  const { version, bytes } = qrBytes(text)
  const size = version * 4 + 17
  const drawing: Drawing = { size, modules: square(size), fixed: square(size) }
  drawPatterns(drawing, version)
  // reserves the place of the format
  drawFormat(drawing, 0)
  drawData(drawing, bytes)
  const drawn = masks.map((_, mask) => withMask(drawing, mask))
  const judged = drawn.map(faults)
  return drawn[judged.indexOf(Math.min(...judged))]!.modules
}
