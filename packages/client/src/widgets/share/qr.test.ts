import fc from 'fast-check'
import readQr from 'jsqr'
import { expect, test } from 'vitest'
import { qrModules } from './qr-modules.ts'

/** What an independent reader sees in the code, drawn with four white modules around it, three pixels a module. */
function scan(text: string): string | undefined {
  const modules = qrModules(text)
  const size = (modules.length + 8) * 3
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (modules[Math.floor(y / 3) - 4]?.[Math.floor(x / 3) - 4])
        pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)
  const read = (readQr as unknown as typeof readQr.default)(pixels, size, size)
  return read ? new TextDecoder().decode(Uint8Array.from(read.binaryData)) : undefined
}

test('an independent reader reads links', () => {
  for (const link of [
    'https://shop.example/pages/wishlist?list=AAAAAAAB0123456789abcdef0123456789abcdef',
    'http://127.0.0.1:4000/shared/AAAAAAAB0123456789abcdef0123456789abcdef',
    'https://bücher.example/Merkzettel?list=ä€😀',
  ])
    expect(scan(link)).toBe(link)
})

test('each size has the longest text of the standard, and an independent reader reads it', () => {
  const longest = [
    14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857, 911,
    997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
  ]
  for (const [index, length] of longest.entries()) {
    const text = 'Heartbell '.repeat(300).slice(0, length)
    expect(qrModules(text).length, `${length}`).toBe(21 + 4 * index)
    // large ones take a second to read: those with another rule for blocks or alignment
    if (length < 300 || [560, 1059, 1538, 2331].includes(length)) expect(scan(text), `${length}`).toBe(text)
  }
  expect(() => qrModules('x'.repeat(2332))).toThrow('too long')
})

test('any text is read as it was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
      expect(scan(text)).toBe(text.toWellFormed())
    }),
    { numRuns: 60 },
  )
})
