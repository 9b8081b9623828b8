/** A release of the storefront's files beside the built one: the same code with another version and another stamp, so that files of the two do not fit together. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export type OtherRelease = {
  version: string
  stamp: string
  published?: string[]
  /** Files that this release does not have. */
  without?: string[]
}

const built = () => dirname(createRequire(import.meta.url).resolve('@heartbell/client/script/manifest.json'))

/** The folder to give to `clientFileRoutes`. */
export function writeRelease({ version, stamp, published = [], without = [] }: OtherRelease): string {
  const from = built()
  const manifest = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8'))
  const folder = mkdtempSync(join(tmpdir(), 'heartbell-release-'))
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text))
  }
  const files: Record<string, { integrity: string }> = {}
  for (const name of readdirSync(from).filter((file) => /\.(js|css)$/.test(file) && !without.includes(file))) {
    const text = readFileSync(join(from, name), 'utf8').replaceAll(manifest.build, stamp)
    write(name, text)
    files[name] = { integrity: `sha384-${createHash('sha384').update(text).digest('base64')}` }
  }
  write('manifest.json', JSON.stringify({ version, build: stamp, published, files }))
  return folder
}
