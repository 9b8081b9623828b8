/** Decodes a feed's bytes to text: unpacks gzip and uses the encoding that the feed declares, chunk by chunk. */
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** The whole feed is invalid; the message is for the person who sent it. */
export class BadFeed extends Error {}

/** Decoded without a pause: one or two milliseconds in which no other request is served. */
const longestPiece = 64 * 1024

type Chunks = AsyncIterable<Uint8Array>

export async function* decodeFeed(chunks: Chunks): AsyncGenerator<string> {
  const [start, bytes] = await peek(await unpack(chunks), 256)
  const decoder = decoderFor(start)
  try {
    for await (const chunk of bytes) {
      for (let from = 0; from < chunk.length; from += longestPiece) {
        const text = decoder.decode(chunk.subarray(from, from + longestPiece), { stream: true })
        if (text !== '') yield text
      }
    }
    yield decoder.decode()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new BadFeed(`The feed is not valid ${decoder.encoding.toUpperCase()}.`)
    throw error
  }
}

/** Gzip inside gzip is not detected. */
async function unpack(chunks: Chunks): Promise<Chunks> {
  const [start, all] = await peek(chunks, 2)
  if (start[0] !== 0x1f || start[1] !== 0x8b) return all
  return gunzip(all)
}

async function* gunzip(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const source = Readable.from(chunks, { objectMode: false })
  const unpacked = createGunzip()
  source.once('error', (error) => unpacked.destroy(error))
  try {
    yield* source.pipe(unpacked) as Chunks
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw new BadFeed('The feed’s gzip is broken.')
    throw error
  } finally {
    source.destroy()
  }
}

/** The first bytes, and a stream of all bytes. */
async function peek(chunks: Chunks, length: number): Promise<[Buffer, Chunks]> {
  const reader = chunks[Symbol.asyncIterator]()
  const held: Uint8Array[] = []
  let size = 0
  while (size < length) {
    const { done, value } = await reader.next()
    if (done) break
    held.push(value)
    size += value.length
  }
  async function* all() {
    try {
      yield* held
      for (;;) {
        const { done, value } = await reader.next()
        if (done) return
        yield value
      }
    } finally {
      await reader.return?.()
    }
  }
  return [Buffer.concat(held).subarray(0, length), all()]
}

function decoderFor(start: Buffer): InstanceType<typeof TextDecoder> {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le')
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be')
  const [, named = 'utf-8'] = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]{1,40})["']/.exec(start.toString('latin1')) ?? []
  try {
    return new TextDecoder(named, { fatal: true })
  } catch {
    throw new BadFeed(`The feed declares the encoding ${named}, which is not known.`)
  }
}
