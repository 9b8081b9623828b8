/** Every test that the threat model names exists in its file, and every promise names a test. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const model = readFileSync(`${root}docs/threat-model.md`, 'utf8')

/** A path is from the root or from the server's source. */
const fileOf = (path: string) =>
  [`${root}${path}`, `${root}packages/server/src/${path}`].find((file) => existsSync(file))

type Named = { path: string; title: string }

const namedTests = (): Named[] =>
  [...model.matchAll(/`([\w./-]+\.test\.ts)`: ((?:“[^”]+”(?:, )?)+)/g)].flatMap(([, path, titles]) =>
    [...titles!.matchAll(/“([^”]+)”/g)].map(([, title]) => ({ path: path!, title: title! })),
  )

const has = ({ path, title }: Named) => {
  const file = fileOf(path)
  return file !== undefined && readFileSync(file, 'utf8').includes(title)
}

test('names tests that exist', () => {
  expect(namedTests().length).toBeGreaterThan(5)
  expect(namedTests().filter((named) => !has(named))).toEqual([])
  expect(has({ path: 'test/threat-model.test.ts', title: ['no test', 'has this title'].join(' ') })).toBe(false)
})

test('every promise names a test or a fault run', () => {
  const promises = model
    .slice(model.indexOf('## Promises'), model.indexOf('## Secrets at rest'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| promise '))
  expect(promises.length).toBeGreaterThan(10)
  expect(promises.filter((line) => !/\.test\.ts`: “|`npm run faults/.test(line))).toEqual([])
})
