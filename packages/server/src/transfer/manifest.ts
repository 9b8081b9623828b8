/** The manifest of an export: format, store, and the checksum of each file. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const formatVersion = 1

const storeFile = z.object({
  file: z.string().regex(/^[a-z_]+\.ndjson\.gz$/),
  table: z.string(),
  columns: z.array(z.string().regex(/^[a-z_]+$/)),
  rows: z.number().int().min(0),
  digest: z.string().regex(/^-?\d+$/),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** Null: not included. */
const sealing = z.object({
  derivation: z.literal('scrypt'),
  cipher: z.literal('aes-256-gcm'),
  salt: z.string(),
  cost: z
    .number()
    .int()
    .min(2)
    .max(2 ** 20),
  check: z.string(),
  file: z.literal('secrets.ndjson'),
  bytes: z.number().int().min(0),
  sha256: z.string(),
})

const manifest = z.object({
  format: z.literal('heartbell-export'),
  version: z.number().int(),
  release: z.string(),
  /** The newest migration of the database it was exported from. */
  schema: z.number().int(),
  exportId: z.uuid(),
  exportedAt: z.string(),
  pid: z.string(),
  storeId: z.number().int(),
  name: z.string(),
  secrets: sealing.nullable(),
  files: z.array(storeFile),
})

export type StoreFile = z.infer<typeof storeFile>
export type Sealing = z.infer<typeof sealing>
export type Manifest = z.infer<typeof manifest>

/** The whole export is invalid; the message is for the person who has it. */
export class BadExport extends Error {}

const manifestFile = (folder: string) => join(folder, 'manifest.json')

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => null)
  if (text === null) throw new BadExport(`${folder} is not an export: it contains no manifest.json.`)
  const read = manifest.safeParse(parse(text))
  if (!read.success) throw new BadExport(`${manifestFile(folder)} is damaged or not the manifest of an export.`)
  const { version, release } = read.data
  if (version > formatVersion)
    throw new BadExport(`The export was made by a newer Heartbell (${release}). Install that release or a later one.`)
  return read.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const writeManifest = (folder: string, contents: Manifest): Promise<void> =>
  writeFile(manifestFile(folder), `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600, flush: true })
