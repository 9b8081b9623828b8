/** The part of the tar format (ustar) that a backup needs: files and folders, written and read as streams. */
import { createHash } from 'node:crypto'

export type TarEntry = { name: string; kind: 'file' | 'folder'; size: number }

const block = 512
const zeros = Buffer.alloc(block)

/** A tar consists of whole blocks of 512 bytes. */
export const paddingOf = (size: number): Buffer => zeros.subarray(0, (block - (size % block)) % block)

export const endOfTar = Buffer.alloc(2 * block)

/** Readable and writable only by the user who unpacks it. */
export function writeHeader({ name, kind, size }: TarEntry): Buffer {
  const header = Buffer.alloc(block)
  const path = kind === 'folder' ? `${name}/` : name
  if (Buffer.byteLength(path) > 100) throw new Error(`The file name ${path} is too long for a backup.`)
  header.write(path, 0)
  header.write(kind === 'folder' ? '0000700\0' : '0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write(kind === 'folder' ? '5' : '0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** The sum of the header's bytes. The 8 bytes of the checksum field count as spaces. */
function sumOf(header: Buffer): number {
  let sum = 0
  for (const [place, byte] of header.entries()) sum += place >= 148 && place < 156 ? 0x20 : byte
  return sum
}

export class BrokenTar extends Error {}

export type TarReader = {
  /** The next entry; null at the end. Skips content that was not read. */
  next(): Promise<TarEntry | null>
  /** The content of that entry. */
  content(): AsyncGenerator<Buffer>
  /** The SHA-256 of every byte before that entry. */
  digestBefore(): string
  /** Reads to the end of the stream, where its own checks are made. */
  finish(): Promise<void>
}

export function readTar(chunks: AsyncIterable<Buffer>): TarReader {
  const iterator = chunks[Symbol.asyncIterator]()
  const take = takeFrom(iterator)
  const hash = createHash('sha256')
  let before = ''
  let notCopied = 0
  let padding = 0
  const content = async function* () {
    while (notCopied > 0) {
      const chunk = await take(notCopied)
      notCopied -= chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  const takeWhole = async (size: number) => {
    const parts: Buffer[] = []
    for (let missing = size; missing > 0; missing -= parts.at(-1)!.length) parts.push(await take(missing))
    const whole = Buffer.concat(parts)
    hash.update(whole)
    return whole
  }
  return {
    content,
    digestBefore: () => before,
    async finish() {
      while (!(await iterator.next()).done);
    },
    async next() {
      for await (const _ of content());
      await takeWhole(padding)
      padding = 0
      before = hash.copy().digest('hex')
      const header = await takeWhole(block)
      if (header.equals(zeros)) return null
      const entry = readHeader(header)
      notCopied = entry.size
      padding = paddingOf(entry.size).length
      return entry
    },
  }
}

function readHeader(header: Buffer): TarEntry {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/s, '')
  if (text(257, 262) !== 'ustar' || Number.parseInt(text(148, 156), 8) !== sumOf(header)) throw new BrokenTar()
  const name = text(0, 100).replace(/\/$/, '')
  const size = Number.parseInt(text(124, 136), 8)
  // A name from outside must not point out of the target folder.
  if (!Number.isSafeInteger(size) || size < 0 || !isInside(name)) throw new BrokenTar()
  return { name, kind: text(156, 157) === '5' ? 'folder' : 'file', size }
}

const isInside = (name: string) => name.split('/').every((word) => word !== '' && word !== '.' && word !== '..')

/** Reads between 1 and `most` bytes. The end of the stream is an error, because a tar marks its own end. */
function takeFrom(iterator: AsyncIterator<Buffer>): (most: number) => Promise<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  return async (most) => {
    while (rest.length === 0) {
      const { value, done } = await iterator.next()
      if (done) throw new BrokenTar()
      rest = value
    }
    const inUse = rest.subarray(0, most)
    rest = rest.subarray(inUse.length)
    return inUse
  }
}
