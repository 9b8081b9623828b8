/** Requirements of a release: one version, exact pins, a lock file without addresses, and a bill of materials made from it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { npm, packages } from '../bench/faults/parts/packed-install.ts'
import { projectRoot } from './codebase/sources.ts'

const readJson = async (...path: string[]) => JSON.parse(await readFile(join(projectRoot, ...path), 'utf8'))

type Locked = { version: string; integrity?: string; resolved?: string; dev?: boolean; link?: boolean }
const readLock = async (): Promise<Record<string, Locked>> => (await readJson('package-lock.json')).packages

test('all packages have the same version, and depend on each other by it', async () => {
  const { version } = await readJson('package.json')
  for (const name of packages) {
    const own = await readJson('packages', name, 'package.json')
    expect(own.version, own.name).toBe(version)
    const ours = Object.entries(own.dependencies ?? {}).filter(([name]) => name.startsWith('@heartbell/'))
    expect(ours.filter(([, wanted]) => wanted !== version)).toEqual([])
  }
})

test('dependencies are pinned exactly', async () => {
  const all = await Promise.all(
    [['package.json'], ...packages.map((name) => ['packages', name, 'package.json'])].map((path) => readJson(...path)),
  )
  const pins = all.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  )
  expect(pins.filter(([, wanted]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(wanted))).toEqual([])
})

test('the lock file has a checksum for every dependency, and names no registry', async () => {
  const outside = Object.entries(await readLock()).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  expect(outside.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  expect(outside.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

test('the bill of materials is made only from the lock file and lists every package of an installation', async () => {
  const said = await npm(projectRoot, 'run', '--silent', 'sbom')
  const { bomFormat, metadata, components } = JSON.parse(said) as {
    bomFormat: string
    metadata: { component: { name: string } }
    components: { name: string; version: string; purl: string; hashes?: unknown[]; licenses?: unknown[] }[]
  }
  expect(bomFormat).toBe('CycloneDX')
  const listed = new Set(components.map(({ name, version }) => `${name} ${version}`))
  const installed = Object.entries(await readLock())
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${version}`)
  expect(installed.filter((one) => !listed.has(one))).toEqual([])
  expect(metadata.component.name).toBe('heartbell')
  for (const name of ['contract', 'client', 'dashboard'])
    expect(components.map((one) => one.name)).toContain(`@heartbell/${name}`)
  // Dependencies have a licence and a checksum.
  const others = components.filter(({ name }) => !/^(@heartbell\/|heartbell$)/.test(name))
  expect(others.filter(({ hashes, licenses }) => !hashes?.length || !licenses?.length).map(({ name }) => name)).toEqual(
    [],
  )
  expect(components.filter(({ purl }) => /vitest|typescript|biome/.test(purl))).toEqual([])
})
