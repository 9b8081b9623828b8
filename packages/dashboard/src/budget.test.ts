/** How many bytes a browser loads: the shell with its first screen, and each further chunk. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

type Piece = { file: string; name?: string; imports?: string[]; css?: string[]; isEntry?: boolean; src?: string }

const built = fileURLToPath(new URL('../dist', import.meta.url))
const manifestPath = join(built, '.vite/manifest.json')

const readManifest = (): Record<string, Piece> => {
  if (!existsSync(manifestPath)) throw new Error('The dashboard is not built: run npm run build.')
  return JSON.parse(readFileSync(manifestPath, 'utf8'))
}

/** A chunk with everything it imports. */
function filesOf(manifest: Record<string, Piece>, key: string, seen = new Set<string>()): Set<string> {
  const piece = manifest[key]
  if (!piece || seen.has(piece.file)) return seen
  seen.add(piece.file)
  for (const sheet of piece.css ?? []) seen.add(sheet)
  for (const other of piece.imports ?? []) filesOf(manifest, other, seen)
  return seen
}

const size = (file: string) => {
  const bytes = readFileSync(join(built, file))
  return { raw: bytes.length, gzip: gzipSync(bytes).length }
}

test('the shell and its first screen are at most 180 kB', () => {
  const manifest = readManifest()
  const first = Object.keys(manifest).find((key) => key.endsWith('screens/home/home.tsx'))
  expect(first).toBeDefined()
  const files = filesOf(manifest, first!, filesOf(manifest, 'index.html'))
  const sizes = [...files].map((file) => ({ file, ...size(file) }))
  const total = sizes.reduce((sum, { gzip }) => sum + gzip, 0)
  console.info(`shell and first screen: ${files.size} files, ${total} bytes gzip`)
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(180_000)
})

test('no further piece is larger than the charts are', () => {
  const manifest = readManifest()
  const shell = filesOf(manifest, 'index.html')
  const pieces = Object.values(manifest).filter(({ file }) => /\.(js|css)$/.test(file) && !shell.has(file))
  const large = pieces.map(({ file }) => ({ file, ...size(file) })).filter(({ gzip }) => gzip > 45_000)
  // Screens without a chart never load these.
  expect(large.filter(({ file }) => !/chart/i.test(file))).toEqual([])
  for (const { gzip } of large) expect(gzip).toBeLessThanOrEqual(120_000)
})
