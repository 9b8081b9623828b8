/** The packages as users get them: packed, installed from their tarballs into an empty folder, and run there. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPacked, type Packed, packages } from '../bench/faults/parts/packed-install.ts'
import { killPacked, tryDemo } from '../bench/faults/rows/packed.ts'
import { openDataFolder, startServer } from '../bench/setup/server.ts'
import { projectRoot } from './codebase/sources.ts'

let packed: Packed
beforeAll(async () => {
  packed = await installPacked()
})
afterAll(() => packed?.remove())

const run = promisify(execFile)
const readJson = async (...path: string[]) => JSON.parse(await readFile(join(...path), 'utf8'))
const filesOf = (name: string) => packed.tarballs.find((one) => one.name === name)!.files.map(({ path }) => path)

test('every package has its own README, the licence, and describes itself', async () => {
  const licence = await readFile(join(projectRoot, 'LICENSE'), 'utf8')
  for (const name of packages) {
    const own = await readJson(projectRoot, 'packages', name, 'package.json')
    expect(filesOf(own.name), own.name).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']))
    expect(await readFile(join(projectRoot, 'packages', name, 'LICENSE'), 'utf8')).toBe(licence)
    expect(own).toMatchObject({ license: 'MIT', description: expect.any(String), keywords: expect.any(Array) })
    expect(own.exports).toHaveProperty(['./package.json'])
    // A user's npm would have to run them.
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(own.scripts ?? {}).not.toHaveProperty(script)
  }
})

test('no file is packed that only the clone needs', () => {
  const all = packed.tarballs.flatMap(({ name, files }) => files.map(({ path }) => `${name}/${path}`))
  expect(all.filter((path) => /\.test\.|testing|\.tsbuildinfo$|\.map$|\/src\/|\/scripts\//.test(path))).toEqual([])
})

test('every file that an export names is packed, with its types', async () => {
  for (const name of ['contract', 'client', 'react', 'vue', 'svelte']) {
    const own = await readJson(projectRoot, 'packages', name, 'package.json')
    const files = filesOf(own.name)
    for (const target of Object.values(own.exports as Record<string, string | Record<string, string>>))
      for (const path of typeof target === 'string' ? [target] : Object.values(target)) {
        const shape = new RegExp(`^${path.slice(2).replaceAll('.', '\\.').replace('*', '.+')}$`)
        expect(
          files.filter((file) => shape.test(file)),
          `${own.name}: ${path}`,
        ).not.toEqual([])
      }
    const compiled = files.filter((file) => /^dist\/.*\.(js|svelte)$/.test(file) && !file.startsWith('dist/script'))
    expect(compiled.map((file) => file.replace(/(\.js)?$/, '.d.ts')).filter((file) => !files.includes(file))).toEqual(
      [],
    )
  }
})

test('the installed dependencies are exactly those that package.json pins', async () => {
  for (const name of packages) {
    const { dependencies = {}, optionalDependencies = {} } = await readJson(
      projectRoot,
      'packages',
      name,
      'package.json',
    )
    for (const [dependency, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      expect(version, `${name}: ${dependency}`).toMatch(/^\d+\.\d+\.\d+/)
      if (dependency in optionalDependencies || ['react', 'vue', 'svelte'].includes(name)) continue
      expect((await readJson(packed.folder, 'node_modules', dependency, 'package.json')).version).toBe(version)
    }
  }
})

const consumer = `
import { createList } from '@heartbell/contract/lists'
import { Refusal } from '@heartbell/contract/errors'
import { openClient, type Client, type Product, start, subscribe } from '@heartbell/client'
import { shopifyCart } from '@heartbell/client/cart/shopify'

const path: string = createList.path
const client: Client = openClient({ store: 'pid', api: 'https://wishes.example' })
const product: Product = { variantId: 1, productId: 2, url: '/' }
export const saving: Promise<unknown> = client.add(product)
export const saved: boolean = client.isSaved(1)
export const refused = new Refusal('not-found', 'unknown-list', path)
export const more = [start, subscribe, shopifyCart]
// @ts-expect-error: a product has an address
client.add({ variantId: 1, productId: 2 })
`

test('TypeScript finds and checks the types, as Node.js and as bundlers resolve', async () => {
  const typescript = join(dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js')
  for (const [module, moduleResolution] of [
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ]) {
    const folder = join(packed.folder, `consumer-${moduleResolution}`)
    await mkdir(folder)
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'index.ts'), consumer)
    const compilerOptions = {
      ...{ module, moduleResolution, target: 'es2022', strict: true, noEmit: true, types: [] },
      lib: ['es2023', 'dom', 'dom.iterable'],
      // TypeScript's own files need no check, and those of the packages one.
      ...(module === 'node16' ? { skipDefaultLibCheck: true } : { skipLibCheck: true }),
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    const { stdout } = await run(process.execPath, [typescript, '-p', folder]).catch((error) => error)
    expect(stdout, moduleResolution).toBe('')
  }
})

test('the installed package creates a store, saves over HTTP, and serves dashboard, client and documentation', async () => {
  const { data, remove } = await openDataFolder()
  const server = await startServer(data, { program: packed.program })
  try {
    const command = (...words: string[]) => run(process.execPath, [packed.program, ...words, '--data', data, '--json'])
    const { pid, apiKey } = JSON.parse((await command('store', 'create', '--name', 'Packed')).stdout)
    const ask = async (path: string, fields: Record<string, string>, headers = {}) => {
      const answer = await fetch(new URL(path, server.url), {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers,
      })
      expect(answer.status, path).toBe(200)
      return await answer.json()
    }
    const authorization = `Basic ${Buffer.from(`${pid}:${apiKey}`).toString('base64')}`
    const uuid = crypto.randomUUID()
    const guest = { uuid, useragenttype: 'webApp' }
    const { regid, sessionid } = await ask('/storeadmin/v3/user/generate-regid', guest, { authorization })
    const shop = (call: string, fields = {}) =>
      ask(`/api/v3/lists/${call}?pid=${encodeURIComponent(pid)}`, { regid, sessionid, ...fields })
    const { lid } = await shop('create', { lname: 'Birthday' })
    const items = [{ epi: 1, empi: 1, du: 'https://shop.example/one', dt: 'One' }]
    await shop('update-ctx', { lid, a: JSON.stringify(items) })
    expect(await shop('fetch-lists')).toMatchObject([{ lid, cnt: 1 }])
    const { version } = await readJson(projectRoot, 'packages/server/package.json')
    for (const path of ['/dashboard/', '/docs', '/openapi.json', `/client/${version}/core.js`, '/readyz'])
      expect((await fetch(new URL(path, server.url))).status, path).toBe(200)
    const page = await (await fetch(new URL('/dashboard/', server.url))).text()
    const [, script] = /src="([^"]+\.js)"/.exec(page)!
    expect((await fetch(new URL(script!, new URL('/dashboard/', server.url)))).status, script).toBe(200)
  } finally {
    server.process.kill('SIGTERM')
    const [code] = server.process.exitCode === null ? await once(server.process, 'exit') : [server.process.exitCode]
    await remove()
    expect(code).toBe(0)
  }
})

test('the demo store opens from the installed package', async () => {
  expect(await tryDemo(packed)).toBeNull()
})

test('a command that needs the clone says so', async () => {
  await mkdir(join(packed.folder, 'bench/dist/bench/speed'), { recursive: true })
  // A user's own file where the clone has the benchmark.
  await writeFile(join(packed.folder, 'bench/dist/bench/speed/main.js'), 'process.exit(0)')
  const asked = run(process.execPath, [packed.program, 'bench', '--quick'], { cwd: packed.folder })
  await expect(asked).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Clone the repository') })
})

test('after three kills of PostgreSQL under load the installed service runs and every acknowledged item exists once', async () => {
  const writes = 400
  const report = await killPacked(packed, { writes, kills: 3, seed: 20_261 })
  expect(report).toMatchObject({ deaths: 0, ok: report.acknowledged, lost: 0, doubled: 0, torn: 0, wrongCounts: 0 })
  expect(report.acknowledged + report.unknown).toBe(writes)
  expect(report.acknowledged).toBeGreaterThan(writes / 2)
  expect(Object.keys(report.answers).filter((answer) => /^[45]/.test(answer) && answer !== '503')).toEqual([])
})
