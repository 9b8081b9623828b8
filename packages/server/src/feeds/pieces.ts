/**
 * Text that comes in drops, given on in pieces worth looking at. A scanner looks again at what it could not finish; with every
 * piece at least as long as that, all looking together stays in proportion to the text, however it is cut.
 */

/** Shorter pieces are not worth a look. */
const least = 16 * 1024

export class Pieces {
  #waiting: string[] = []
  #length = 0

  /** `unfinished`: how many characters will be looked at again. Gives the next piece, or null while it is too short. */
  add(text: string, unfinished: number): string | null {
    this.#waiting.push(text)
    this.#length += text.length
    return this.#length >= Math.max(least, unfinished) ? this.take() : null
  }

  /** All that waits. */
  take(): string {
    const piece = this.#waiting.length === 1 ? this.#waiting[0]! : this.#waiting.join('')
    this.#waiting = []
    this.#length = 0
    return piece
  }
}

/** The same for a stream whose reader leaves nothing unfinished. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const pieces = new Pieces()
  for await (const text of texts) {
    const piece = pieces.add(text, 0)
    if (piece !== null) yield piece
  }
  const last = pieces.take()
  if (last !== '') yield last
}
