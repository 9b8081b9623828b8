import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assessPackages, checkPackages, findInstalled } from './packages.ts'

test('this clone runs the versions of its lock file', async () => {
  expect(await checkPackages()).toMatchObject({
    name: 'packages',
    state: 'ok',
    says: expect.stringContaining('driver'),
  })
})

const driver = { name: 'postgres', version: '1.0.0' }

test('a package in an untested version is named', () => {
  const tested = { postgres: ['1.0.0'], cookie: ['1.1.1'], 'fast-uri': ['3.0.0', '4.0.0'] }
  const good = [driver, { name: 'fast-uri', version: '4.0.0' }, { name: '@heartbell/client', version: '0.1.0' }]
  expect(assessPackages(tested, good)).toMatchObject({
    state: 'ok',
    says: expect.stringContaining('postgres 1.0.0; 2 packages'),
  })
  const newer = assessPackages(tested, [
    ...good,
    { name: 'cookie', version: '2.0.2' },
    { name: 'left', version: '1.0.0' },
  ])
  expect(newer).toMatchObject({ state: 'warn' })
  expect(newer.says).toContain('cookie 2.0.2 (tested 1.1.1), left 1.0.0 (tested never)')
  expect(assessPackages(tested, [])).toMatchObject({ state: 'fail' })
})

test('packages are found next to their dependents and above, and optional ones may be missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heartbell-packages-'))
  const put = async (path: string, manifest: object) => {
    await mkdir(join(folder, path), { recursive: true })
    await writeFile(join(folder, path, 'package.json'), JSON.stringify(manifest))
  }
  await put('node_modules/heartbell', { dependencies: { a: '1' }, optionalDependencies: { missing: '1' } })
  await put('node_modules/a', { version: '1.0.0', dependencies: { b: '^2' } })
  await put('node_modules/a/node_modules/b', { version: '2.0.0', dependencies: { a: '1' } })
  await put('node_modules/b', { version: '1.0.0' })
  expect(await findInstalled(join(folder, 'node_modules/heartbell'))).toEqual([
    { name: 'a', version: '1.0.0' },
    { name: 'b', version: '2.0.0' },
  ])
  await rm(folder, { recursive: true })
})
