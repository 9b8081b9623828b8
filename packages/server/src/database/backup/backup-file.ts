/**
 * The backup file: a gzipped tar with a header that describes it and a trailer with the checksum of everything before. It gets
 * its final name only when it is complete, so a partial file is never mistaken for a backup.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import type { BackupPart } from './base-backup.ts'
import { BrokenTar, endOfTar, paddingOf, readTar, type TarReader, writeHeader } from './tar.ts'

const format = 1
const headName = 'heartbell-backup.json'
const endName = 'heartbell-backup-end.json'
const folder = 'postgres/'

export type BackupHead = {
  /** Heartbell's version. */
  release: string
  /** The major version of PostgreSQL, because its data files can only be read by the same major version. */
  postgres: number
  startedAt: string
  /** Extra data of the caller, stored as it is. */
  notes: unknown
}

export type BackupSize = { files: number; bytes: number; fileBytes: number }

export async function writeBackup(
  file: string,
  head: BackupHead,
  parts: AsyncIterable<BackupPart>,
  onBytes: (bytes: number) => void = () => {},
): Promise<BackupSize> {
  await refuseOther(file)
  await removeAbandoned(file)
  const draft = `${file}.${process.pid}.partial`
  const written = { files: 0, bytes: 0 }
  const chunks = async function* () {
    const hash = createHash('sha256')
    const hashed = (chunk: Buffer) => {
      hash.update(chunk)
      return chunk
    }
    yield hashed(writeJson(headName, { format, ...head }))
    for await (const { name, kind, size, content } of parts) {
      yield hashed(writeHeader({ name: folder + name, kind, size }))
      for await (const chunk of content()) {
        onBytes(chunk.length)
        yield hashed(chunk)
      }
      yield hashed(paddingOf(size))
      written.files += kind === 'file' ? 1 : 0
      written.bytes += size
    }
    yield writeJson(endName, { ...written, sha256: hash.digest('hex') })
    yield endOfTar
  }
  try {
    // Readable by its owner only: the file contains all personal data.
    const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(chunks()), createGzip({ level: constants.Z_BEST_SPEED }), target)
    const fileBytes = (await stat(draft)).size
    await rename(draft, file)
    await syncFolder(dirname(file))
    return { ...written, fileBytes }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** A backup may replace an older backup, and no other file. */
async function refuseOther(file: string): Promise<void> {
  if (!(await stat(file).catch(() => null))) return
  await readBackup(file, async () => {}).catch((error) => {
    if (!(error instanceof InvalidBackup)) throw error
    throw new InvalidBackup(
      `${file} already exists and is not a Heartbell backup. Choose another name or remove the file.`,
    )
  })
}

function writeJson(name: string, value: unknown): Buffer {
  const text = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
  return Buffer.concat([writeHeader({ name, kind: 'file', size: text.length }), text, paddingOf(text.length)])
}

/** Removes partial files of processes that were killed. A running process's file stays. */
async function removeAbandoned(file: string): Promise<void> {
  const shape = /\.(\d+)\.partial$/
  for (const name of await readdir(dirname(file))) {
    const pid = name.startsWith(`${basename(file)}.`) && shape.exec(name)?.[1]
    if (pid && name === `${basename(file)}.${pid}.partial` && !isAlive(Number(pid)))
      await rm(join(dirname(file), name), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** The file is not a backup, or is incomplete. The message is for the person who gave the file. */
export class InvalidBackup extends Error {}

export type BackupContents = {
  head: BackupHead
  /** Each with its path in the cluster's folder. The iterator throws where the file is truncated or damaged. */
  parts: AsyncIterable<BackupPart>
}

/** Calls `use` with the contents. When this returns, `use` has read the whole file and the checksum was right. */
export async function readBackup<Answer>(
  file: string,
  use: (contents: BackupContents) => Promise<Answer>,
): Promise<Answer> {
  const source = createReadStream(file)
  const unzipped = createGunzip()
  const piping = pipeline(source, unzipped).catch(() => {})
  try {
    const tar = readTar(unzipped as AsyncIterable<Buffer>)
    const first = await tar.next()
    if (first?.name !== headName) throw new InvalidBackup(`${file} is not a Heartbell backup.`)
    const { format: found, ...head } = await readJson(tar)
    if (found !== format) throw new InvalidBackup(`${file} has backup format ${found}, which this release cannot read.`)
    const answer = await use({ head, parts: readParts(file, tar) })
    return answer
  } catch (error) {
    throw explain(file, error as NodeJS.ErrnoException)
  } finally {
    unzipped.destroy()
    source.destroy()
    await piping
  }
}

async function* readParts(file: string, tar: TarReader): AsyncGenerator<BackupPart> {
  for (let entry = await tar.next(); entry; entry = await tar.next()) {
    if (entry.name === endName) {
      const sum = tar.digestBefore()
      if ((await readJson(tar)).sha256 === sum) return await tar.finish()
      throw new InvalidBackup(`${file} is damaged: the checksum does not match. Use another backup.`)
    }
    if (!entry.name.startsWith(folder)) throw new BrokenTar()
    yield { ...entry, name: entry.name.slice(folder.length), content: tar.content }
  }
  throw new BrokenTar()
}

const largestJson = 1024 * 1024

async function readJson(tar: TarReader) {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of tar.content()) {
    bytes += parts.push(chunk) && chunk.length
    if (bytes > largestJson) throw new BrokenTar()
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'))
}

function explain(file: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT' && error.path === file) return new InvalidBackup(`The file ${file} does not exist.`)
  if (error.code === 'Z_DATA_ERROR' && error.message === 'incorrect header check')
    return new InvalidBackup(`${file} is not a Heartbell backup.`)
  const isCut = error.code === 'Z_BUF_ERROR' || error.code === 'ERR_STREAM_PREMATURE_CLOSE'
  if (isCut || error.code === 'Z_DATA_ERROR' || error instanceof BrokenTar || error instanceof SyntaxError)
    return new InvalidBackup(`${file} is incomplete or damaged. Use another backup.`)
  return error
}
