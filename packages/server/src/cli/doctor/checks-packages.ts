/** What doctor looks at of the packages that npm installed: whether they are those that the tests ran with. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../database/package-folder.ts'
import type { Check } from './check.ts'

/** By name, every version that the lock file of the tests has. */
export type Tested = Record<string, string[]>
export type Installed = { name: string; version: string }

const home = fileURLToPath(packageFolder)

export async function checkPackages(folder = home): Promise<Check> {
  const tested = await readJson(join(folder, 'dist', 'tested-versions.json'))
  if (!tested)
    return { name: 'packages', state: 'warn', says: 'this build does not say what it was tested with: build it again' }
  return judgePackages(tested as Tested, await findInstalled(folder))
}

const drivers = ['pg', 'postgres']

export function judgePackages(tested: Tested, installed: Installed[]): Check {
  const name = 'packages'
  const others = installed.filter(({ name }) => !name.startsWith('@heartbell/'))
  const untested = others.filter(({ name, version }) => !tested[name]?.includes(version))
  const used = installed.find(({ name }) => drivers.includes(name))
  const says = `database driver ${used ? `${used.name} ${used.version}` : 'missing'}; ${others.length} packages`
  if (untested.length === 0)
    return { name, state: used ? 'ok' : 'fail', says: `${says}, all in the versions that the tests ran with` }
  const list = untested.map(
    ({ name, version }) => `${name} ${version} (tested ${tested[name]?.join(', ') ?? 'without'})`,
  )
  const shown = [...list.slice(0, 5), ...(list.length > 5 ? [`${list.length - 5} more`] : [])]
  return {
    name,
    state: 'warn',
    says: `${says}, ${untested.length} in other versions than the tests ran with: ${shown.join(', ')}`,
  }
}

type Manifest = { name: string; version: string; dependencies?: object; optionalDependencies?: object }

/** As Node.js looks for them: each dependency beside its dependent, or in a folder above. Optional ones may be missing. */
export async function findInstalled(folder: string): Promise<Installed[]> {
  const found = new Map<string, Installed>()
  const visit = async (folder: string) => {
    const { dependencies, optionalDependencies } = (await readJson(join(folder, 'package.json'))) as Manifest
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

async function findPackage(from: string, name: string): Promise<{ folder: string; manifest: Manifest } | null> {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    const manifest = await readJson(join(folder, 'package.json'))
    if (manifest) return { folder, manifest: manifest as Manifest }
    if (dirname(at) === at) return null
  }
}

const readJson = (path: string): Promise<unknown> => readFile(path, 'utf8').then(JSON.parse, () => null)
