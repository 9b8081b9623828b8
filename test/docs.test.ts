/** The documents name only files, links, commands and settings that exist, and all commands and settings. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { updateCallTables } from '../packages/contract/src/openapi/call-tables.ts'
import { commands } from '../packages/server/src/cli/main.ts'
import { printSettings } from '../packages/server/src/domain/settings/settings.ts'
import { findFiles, projectRoot, readText } from './codebase/sources.ts'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  '.github/PULL_REQUEST_TEMPLATE.md',
  ...findFiles('docs', '.md'),
]
const operating = readText('docs/operating.md')

test.each(documents)('%s has no broken link', (path) => {
  const links = [...readText(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!)
  expect(links.filter((link) => !existsSync(join(projectRoot, dirname(path), link)))).toEqual([])
})

test.each(documents)('%s names only files that exist', (path) => {
  const named = [...readText(path).matchAll(/`((?:[a-z-]+\/)+[a-z0-9.-]+\.(?:ts|sql|json|md))`/g)].map(
    ([, file]) => file!,
  )
  const places = ['', 'packages/', 'packages/server/src/', 'packages/contract/src/']
  expect(named.filter((file) => !places.some((place) => existsSync(join(projectRoot, place, file))))).toEqual([])
})

const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }

test.each(documents)('%s names only scripts that package.json has', (path) => {
  const named = [...readText(path).matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)].map(([, name]) => name!)
  expect(named.filter((name) => !scripts[name])).toEqual([])
})

test('CONTRIBUTING starts with the commands of every day, and names only folders that exist', () => {
  const text = readText('CONTRIBUTING.md')
  const first = /```\n([\s\S]*?)```/.exec(text)![1]!
  for (const name of ['dev', 'test:changed', 'check', 'release']) expect(first).toContain(`npm run ${name}`)
  const folders = [...text.matchAll(/`((?:packages|test|bench|scripts)\/[a-z/-]*)`/g)].map(([, folder]) => folder!)
  expect(folders.length).toBeGreaterThan(10)
  expect(folders.filter((folder) => !existsSync(join(projectRoot, folder)))).toEqual([])
})

describe('docs/operating.md', () => {
  test('lists every setting of a store', () => {
    const missing = Object.keys(printSettings({})).filter((word) => !operating.includes(`\`${word}\``))
    expect(missing).toEqual([])
  })

  test('lists every setting of the installation', () => {
    const named = readText('packages/server/src/cli/settings/settings.ts').match(/^ {2}[A-Z][A-Z_]+(?=:)/gm) ?? []
    expect(named.length).toBeGreaterThan(5)
    expect(named.map((name) => name.trim()).filter((name) => !operating.includes(`\`${name}\``))).toEqual([])
  })
})

test('docs/switching.md lists every call of the API (npm run openapi writes them)', () => {
  const text = readText('docs/switching.md')
  expect(updateCallTables(text)).toBe(text)
  expect(text.match(/^\| `(GET|POST|PUT) /gm)!.length).toBeGreaterThan(60)
})

test('the README lists every command', () => {
  const readme = readText('README.md')
  expect(commands.map(({ name }) => name).filter((name) => !readme.includes(name))).toEqual([])
})

test('the table of the domain’s folders in README names every folder, and only files that exist', () => {
  const rows = readText('README.md').matchAll(/^\| `([a-z-]+)` \| [^|]+ \| (`[^|]+`) \|$/gm)
  const named = [...rows].map(([, folder, files]) => ({
    folder: folder!,
    files: files!.match(/[a-z-]+(\.ts|\/)/g) ?? [],
  }))
  const root = 'packages/server/src/domain'
  const folders = findFiles(root, '.ts').map((path) => path.slice(root.length + 1).split('/')[0]!)
  expect(named.map(({ folder }) => folder).sort()).toEqual([...new Set(folders)].sort())
  const missing = named.flatMap(({ folder, files }) =>
    files.map((file) => `${root}/${folder}/${file}`).filter((path) => !existsSync(join(projectRoot, path))),
  )
  expect(missing).toEqual([])
})
