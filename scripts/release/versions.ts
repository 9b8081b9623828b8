/** The version in every file that names it: all packages have one, and pin each other by it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = {
  name: string
  version: string
  workspaces?: string[]
  repository?: unknown
  dependencies?: Record<string, string>
}

const read = (root: string, path: string): Manifest => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** The root's and every package's. */
export function readManifests(root: string): Map<string, Manifest> {
  const { workspaces = [] } = read(root, 'package.json')
  const paths = ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)]
  return new Map(paths.map((path) => [path, read(root, path)]))
}

/** One sentence for each file that names another version. */
export function checkVersions(root: string, version: string): string[] {
  return [...readManifests(root)]
    .filter(([, manifest]) => manifest.version !== version)
    .map(([path, manifest]) => `${path} has version ${manifest.version}, not ${version}.`)
}

/** npm says on its page where a package comes from only if the package says so itself. */
export function checkRepository(root: string): string[] {
  const silent = [...readManifests(root)].filter(([path, { repository }]) => path !== 'package.json' && !repository)
  if (silent.length === 0) return []
  return [`"repository" is missing, which npm publish --provenance needs: ${silent.map(([path]) => path).join(', ')}.`]
}

/** The lock file follows with `npm install --package-lock-only`. */
export function writeVersion(root: string, version: string): void {
  for (const [path, manifest] of readManifests(root)) {
    manifest.version = version
    for (const name of Object.keys(manifest.dependencies ?? {}))
      if (name.startsWith('@heartbell/')) manifest.dependencies![name] = version
    writeFileSync(join(root, path), `${JSON.stringify(manifest, null, 2)}\n`)
  }
}
