/** One build of the storefront's files: as they are, and compressed. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import type { KeptBuild } from '../../domain/releases/client-builds.ts'

export type ClientFile = { body: Buffer; br: Buffer; gzip: Buffer }

export type ClientBuild = {
  version: string
  stamp: string
  /** Versions that were released before this one. */
  published: string[]
  files: Map<string, ClientFile>
}

type ClientManifest = { version: string; build: string; published: string[]; files: Record<string, unknown> }

const builtFolder = () => dirname(createRequire(import.meta.url).resolve('@heartbell/client/script/manifest.json'))

const readManifest = (folder: string): ClientManifest => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))

/** The version that this service's own pages load. */
export const builtVersion = (): string => readManifest(builtFolder()).version

/** The build in the installed package, in memory: a build while the server runs must not mix two of them. */
export function readBuild(folder = builtFolder()): ClientBuild {
  const { version, build, published, files } = readManifest(folder)
  const read = (name: string) => readFileSync(join(folder, name))
  const all = [...Object.keys(files), 'manifest.json'].map((name): [string, ClientFile] => [
    name,
    { body: read(name), br: read(`${name}.br`), gzip: read(`${name}.gz`) },
  ])
  return { version, stamp: build, published, files: new Map(all) }
}

/** Builds are kept compressed with brotli; the other forms are made when a build is asked for. */
export function unpackBuild({ version, stamp, files }: KeptBuild): ClientBuild {
  const unpacked = [...files].map(([name, br]): [string, ClientFile] => {
    const body = brotliDecompressSync(br)
    return [name, { body, br, gzip: gzipSync(body) }]
  })
  return { version, stamp, published: [], files: new Map(unpacked) }
}

export const packBuild = ({ version, stamp, files }: ClientBuild): KeptBuild => ({
  version,
  stamp,
  files: new Map([...files].map(([name, { br }]) => [name, br])),
})
