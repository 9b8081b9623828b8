/** Doctor's check of the installed npm packages: whether they have the versions that the tests ran with. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../database/package-folder.ts'
import type { DoctorCheck } from './check.ts'

/** By name, all versions in the lock file of the tests. */
export type TestedVersions = Record<string, string[]>
export type InstalledPackage = { name: string; version: string }

const home = fileURLToPath(packageFolder)

export async function checkPackages(folder = home): Promise<DoctorCheck> {
  const tested = await readJson(join(folder, 'dist', 'tested-versions.json'))
  if (!tested)
    return { name: 'packages', state: 'warn', says: 'this build does not list its tested versions: build it again' }
  return assessPackages(tested as TestedVersions, await findInstalled(folder))
}

const drivers = ['pg', 'postgres']

export function assessPackages(tested: TestedVersions, installed: InstalledPackage[]): DoctorCheck {
  const name = 'packages'
  const others = installed.filter(({ name }) => !name.startsWith('@heartbell/'))
  const untested = others.filter(({ name, version }) => !tested[name]?.includes(version))
  const used = installed.find(({ name }) => drivers.includes(name))
  const says = `database driver ${used ? `${used.name} ${used.version}` : 'missing'}; ${others.length} packages`
  if (untested.length === 0) return { name, state: used ? 'ok' : 'fail', says: `${says}, all in tested versions` }
  const list = untested.map(({ name, version }) => `${name} ${version} (tested ${tested[name]?.join(', ') ?? 'never'})`)
  const shown = [...list.slice(0, 5), ...(list.length > 5 ? [`${list.length - 5} more`] : [])]
  return {
    name,
    state: 'warn',
    says: `${says}, ${untested.length} in untested versions: ${shown.join(', ')}`,
  }
}

type PackageManifest = { name: string; version: string; dependencies?: object; optionalDependencies?: object }

/** Resolved as Node.js does: next to the dependent package, or in a folder above. Optional ones may be missing. */
export async function findInstalled(folder: string): Promise<InstalledPackage[]> {
  const found = new Map<string, InstalledPackage>()
  const visit = async (folder: string) => {
    const { dependencies, optionalDependencies } = (await readJson(join(folder, 'package.json'))) as PackageManifest
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = await findPackage(folder, name)
      if (!place || found.has(place.folder)) continue
      found.set(place.folder, { name, version: place.manifest.version })
      await visit(place.folder)
    }
  }
  await visit(folder)
  return [...found.values()]
}

async function findPackage(from: string, name: string): Promise<{ folder: string; manifest: PackageManifest } | null> {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    const manifest = await readJson(join(folder, 'package.json'))
    if (manifest) return { folder, manifest: manifest as PackageManifest }
    if (dirname(at) === at) return null
  }
}

const readJson = (path: string): Promise<unknown> => readFile(path, 'utf8').then(JSON.parse, () => null)
