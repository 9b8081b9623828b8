/** The files of an export: lines of JSON, compressed, counted and hashed while they are written and read. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { readLines } from '../database/lines.ts'

export type FileDigest = { bytes: number; sha256: string }

/** Readable only by its owner, and flushed to disk when done. */
export async function writeLines(path: string, texts: AsyncIterable<string>): Promise<FileDigest> {
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
  return { counter, written: (): FileDigest => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Null when the file does not exist. */
export async function hashFile(path: string): Promise<FileDigest | null> {
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

/** One row may contain the complete data of a person. */
const longestLine = 64 * 1024 * 1024

/** `onBytes`: how many bytes of the (compressed) file were just read. */
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
