/** The bytes of a QR code (ISO/IEC 18004): the text in byte mode, with error correction of level M, which restores 15 %. */

/** By version, from 1: bytes of error correction in a block, and the number of blocks. */
const correction = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
]
const blockCounts = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
  37, 38, 40, 43, 45, 47, 49,
]

/** The centres of the alignment patterns in both directions; none in version 1. */
export function alignmentCentres(version: number): number[] {
  if (version < 2) return []
  const count = ((version / 7) | 0) + 2
  // the standard's table follows this rule with one exception
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  const centres = [6]
  for (let place = version * 4 + 10; centres.length < count; place -= step) centres.splice(1, 0, place)
  return centres
}

/** All bytes that fit into the code: every module that is not part of a pattern. */
function capacity(version: number): number {
  const centres = alignmentCentres(version).length
  const patterns = centres && 25 * centres ** 2 - 10 * centres - 55
  return ((16 * version + 128) * version + 64 - patterns - (version > 6 ? 36 : 0)) >> 3
}

const dataLength = (version: number) => capacity(version) - correction[version - 1]! * blockCounts[version - 1]!

/** Before the text: four bits for the mode, then its length in 8 bits, from version 10 on in 16. */
const lengthBits = (version: number) => (version < 10 ? 8 : 16)

/** The smallest version that the text fits into; 0 if there is none. */
const versionFor = (length: number) => {
  for (let version = 1; version <= 40; version++)
    if (length * 8 + 4 + lengthBits(version) <= dataLength(version) * 8) return version
  return 0
}

/** Mode, length, text, four zero bits, then the two filling bytes in turn. */
function frame(text: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const push = (value: number, length: number) => {
    for (let place = length - 1; place >= 0; place--) bits.push((value >> place) & 1)
  }
  push(4, 4)
  push(text.length, lengthBits(version))
  for (const byte of text) push(byte, 8)
  push(0, 4)
  const bytes: number[] = []
  for (let place = 0; place < bits.length; place += 8)
    bytes.push(
      Number.parseInt(
        bits
          .slice(place, place + 8)
          .join('')
          .padEnd(8, '0'),
        2,
      ),
    )
  const most = dataLength(version)
  // the last zero bits may be cut off
  bytes.length = Math.min(bytes.length, most)
  for (let filling = 236; bytes.length < most; filling ^= 253) bytes.push(filling)
  return bytes
}

/** A product in the field of 256 elements with the polynomial 0x11d. */
function multiply(one: number, other: number): number {
  let product = 0
  for (let place = 7; place >= 0; place--)
    product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((other >> place) & 1) * one)
  return product
}

/** The Reed–Solomon remainder: the bytes of error correction for one block. */
function correct(data: number[], length: number): number[] {
  const divisor = new Array<number>(length).fill(0)
  divisor[length - 1] = 1
  let root = 1
  for (let power = 0; power < length; power++, root = multiply(root, 2))
    for (let place = 0; place < length; place++)
      divisor[place] = multiply(divisor[place]!, root) ^ (divisor[place + 1] ?? 0)
  const rest = new Array<number>(length).fill(0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    for (let place = 0; place < length; place++) rest[place]! ^= multiply(divisor[place]!, factor)
  }
  return rest
}

/** The bytes in the order in which they are drawn: the first of each block, the second of each, … */
export function qrBytes(text: string): { version: number; bytes: number[] } {
  const encoded = new TextEncoder().encode(text)
  const version = versionFor(encoded.length)
  if (!version) throw new RangeError('The text is too long for a QR code.')
  const data = frame(encoded, version)
  const count = blockCounts[version - 1]!
  let start = 0
  const blocks = Array.from({ length: count }, (_, index) => {
    // the last blocks are one byte longer
    const end = start + Math.floor((data.length + index) / count)
    const block = data.slice(start, end)
    start = end
    return block
  })
  const inTurn = (rows: number[][]) =>
    rows.at(-1)!.flatMap((_, place) => rows.flatMap((row) => (place < row.length ? [row[place]!] : [])))
  const added = blocks.map((block) => correct(block, correction[version - 1]!))
  return { version, bytes: [...inTurn(blocks), ...inTurn(added)] }
}
