/**
 * Joins text that arrives in small chunks to larger ones. A scanner scans again what it could not finish; if every chunk is at
 * least as long as that rest, the total work stays proportional to the text, however it is chunked.
 */

/** Shorter chunks are not worth a scan. */
const least = 16 * 1024

export class ChunkBuffer {
  #waiting: string[] = []
  #length = 0

  /** `unfinished`: how many characters will be scanned again. Returns the next chunk, or null while it is too short. */
  add(text: string, unfinished: number): string | null {
    this.#waiting.push(text)
    this.#length += text.length
    return this.#length >= Math.max(least, unfinished) ? this.take() : null
  }

  /** Everything buffered. */
  take(): string {
    const piece = this.#waiting.length === 1 ? this.#waiting[0]! : this.#waiting.join('')
    this.#waiting = []
    this.#length = 0
    return piece
  }
}

/** The same for a stream whose reader leaves nothing unfinished. */
export async function* inLargeChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const pieces = new ChunkBuffer()
  for await (const text of texts) {
    const piece = pieces.add(text, 0)
    if (piece !== null) yield piece
  }
  const last = pieces.take()
  if (last !== '') yield last
}
