/** The files of an export: lines of JSON, packed, counted and hashed as they are written and as they are read. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { readLines } from '../database/lines.ts'

export type Written = { bytes: number; sha256: string }

/** Closed to others, and on the disk when it is done. */
export async function writeLines(path: string, texts: AsyncIterable<string>): Promise<Written> {
  const { counter, written } = counting()
  const file = createWriteStream(path, { mode: 0o600, flush: true, flags: 'wx' })
  const steps = path.endsWith('.gz') ? [createGzip({ level: 6 })] : []
  await pipeline([Readable.from(texts, { objectMode: false }), ...steps, counter, file])
  return written()
}

function counting() {
  const hash = createHash('sha256')
  let bytes = 0
  const counter = new Transform({
    transform(chunk, _, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { counter, written: (): Written => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Null for a file that is not there. */
export async function hashFile(path: string): Promise<Written | null> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path)) {
      bytes += chunk.length
      hash.update(chunk)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** One row may hold all that a person asked to know. */
const longestLine = 64 * 1024 * 1024

/** `onBytes`: how many of the file's own were read just now. */
export async function* readLinesOf(path: string, onBytes: (bytes: number) => void = () => {}) {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  file.on('data', (chunk) => onBytes(chunk.length))
  if (!path.endsWith('.gz')) return yield* readLines(file, longestLine)
  const unpacked = createGunzip()
  file.once('error', (error) => unpacked.destroy(error))
  try {
    yield* readLines(file.pipe(unpacked) as AsyncIterable<Uint8Array>, longestLine)
  } finally {
    file.destroy()
  }
}
