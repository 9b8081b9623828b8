/** Reads lines of text from a stream of any length; keeps at most one line in memory. */

/** Counted from 1. A line that is not text has a `problem` instead. */
export type TextLine = { number: number; text: string } | { number: number; problem: string }

const newline = 0x0a

/** Empty lines count but are skipped. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<TextLine> {
  let number = 0
  let parts: Uint8Array[] = []
  let length = 0
  const keep = (part: Uint8Array) => {
    length += part.length
    // nothing of an overlong line stays in memory
    if (length > longest) parts = []
    else if (part.length > 0) parts.push(part)
  }
  const finish = (): TextLine | null => {
    number++
    const line = length > longest ? { number, problem: `is longer than ${longest} bytes` } : readLine(number, parts)
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

/** The decoder also removes a byte order mark before the first line. */
function readLine(number: number, parts: Uint8Array[]): TextLine | null {
  try {
    const text = decoder.decode(parts.length === 1 ? parts[0]! : Buffer.concat(parts)).trim()
    return text === '' ? null : { number, text }
  } catch {
    return { number, problem: 'is not UTF-8' }
  }
}
