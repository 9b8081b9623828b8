import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines, type TextLine } from './lines.ts'

async function* pieces(bytes: Buffer, cuts: number[]) {
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  let from = 0
  for (const to of ends) {
    yield bytes.subarray(from, to)
    from = to
  }
}

test('lines are the same however the stream is chunked', async () => {
  const line = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant(''), fc.constant('x'.repeat(50)))
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat()), fc.constantFrom('\n', '\r\n'), async (lines, cuts, end) => {
      const clean = lines.map((text) => text.replace(/[\r\n\ufeff]/g, ' '))
      const read: TextLine[] = []
      for await (const line of readLines(pieces(Buffer.from(clean.join(end)), cuts), 40)) read.push(line)
      const expected = clean.flatMap((text, i): TextLine[] => {
        const bytes = Buffer.byteLength(text) + (end === '\r\n' && i < clean.length - 1 ? 1 : 0)
        if (bytes > 40) return [{ number: i + 1, problem: 'is longer than 40 bytes' }]
        return text.trim() === '' ? [] : [{ number: i + 1, text: text.trim() }]
      })
      expect(read).toEqual(expected)
    }),
  )
})
