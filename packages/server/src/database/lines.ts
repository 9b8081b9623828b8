/** Text that comes in lines: read from a stream of any length while holding one line. */

/** Counted from 1; a line that is no text comes with what is wrong instead. */
export type Line = { number: number; text: string } | { number: number; wrong: string }

const newline = 0x0a

/** Empty lines are counted and passed over. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<Line> {
  let number = 0
  let parts: Uint8Array[] = []
  let length = 0
  const keep = (part: Uint8Array) => {
    length += part.length
    // of a line that is too long nothing is kept
    if (length > longest) parts = []
    else if (part.length > 0) parts.push(part)
  }
  const finish = (): Line | null => {
    number++
    const line = length > longest ? { number, wrong: `is longer than ${longest} bytes` } : readLine(number, parts)
    parts = []
    length = 0
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      keep(chunk.subarray(from, to))
      const line = finish()
      if (line) yield line
      from = to + 1
    }
    keep(chunk.subarray(from))
  }
  const last = length > 0 ? finish() : null
  if (last) yield last
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The decoder also drops the mark that some editors put before the first line. */
function readLine(number: number, parts: Uint8Array[]): Line | null {
  try {
    const text = decoder.decode(parts.length === 1 ? parts[0]! : Buffer.concat(parts)).trim()
    return text === '' ? null : { number, text }
  } catch {
    return { number, wrong: 'is not UTF-8' }
  }
}
