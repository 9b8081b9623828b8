/** Shows that the laws about unused exports and dependencies find them. */
import { expect, test } from 'vitest'
import { parseSource } from './sources.ts'
import { findUnusedDependencies, findUnusedExports } from './unused.ts'

const find = (text: string, users: Record<string, string> = {}, allowed: string[] = []) => {
  const source = parseSource('packages/server/src/a.ts', text)
  const others = Object.entries(users).map(([path, text]) => parseSource(`packages/server/src/${path}`, text))
  return findUnusedExports([source], [source, ...others], allowed)
}

const at = 'packages/server/src/a.ts:1 exports run'

test('an export that nothing uses is reported', () => {
  expect(find('export const run = 1')).toEqual([`${at}, which nothing uses: remove it`])
  expect(find('export const run = 1', {}, ['packages/server/src/a.ts run'])).toEqual([])
})

test('an export that only tests use is reported', () => {
  const test = { 'a.test.ts': `import { run } from './a.ts'` }
  expect(find('export function run() {}', test)).toEqual([`${at}, which only tests use: remove it`])
  expect(find('export function run() {}\nrun()', test)).toEqual([])
})

test('a function that only its own file calls is not exported; a type may be', () => {
  expect(find('export function run() {}\nrun()')).toEqual([`${at}, which no other file imports: do not export it`])
  expect(
    find('export type run = 1\nexport const go = (a: run) => a', { 'b.ts': `import { go } from './a.ts'` }),
  ).toEqual([])
})

test.each([
  `import { run } from './a.ts'`,
  `import { run as go } from './a.ts'`,
  `import * as all from './a.ts'\nall.run()`,
  `import * as all from './a.ts'\npass(all)`,
  `const { run } = await import('./a.ts')`,
  `const go = (await import('./a.ts')).run`,
  `type Go = import('./a.ts').run`,
])('%s is a use', (text) => {
  expect(find('export const run = 1', { 'b.ts': text })).toEqual([])
})

test('a dependency is used when a file imports or resolves it', () => {
  const source = parseSource('a.ts', `import { a } from '@one/a/b'\nimport 'two'\nrequire.resolve('three/x')`)
  expect(findUnusedDependencies(['@one/a', 'two', 'three', 'four'], [source])).toEqual(['four'])
})
