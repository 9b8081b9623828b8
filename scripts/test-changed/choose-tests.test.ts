import { expect, test } from 'vitest'
import { chooseTests } from './choose-tests.ts'

/** Ten files that only the app imports: importing the app is importing nearly everything. */
const many = Array.from({ length: 10 }, (_, number) => `src/part-${number}.ts`)
const graph = new Map([
  ['src/app.ts', ['src/lists.ts', 'src/keys.ts', ...many]],
  ['src/lists.ts', ['src/ids.ts']],
  ['src/keys.ts', []],
  ['src/ids.ts', []],
  ...many.map((path): [string, string[]] => [path, []]),
  ['src/ids.test.ts', ['src/ids.ts']],
  ['src/lists-paging.test.ts', ['src/app.ts']],
  ['src/start.test.ts', ['src/app.ts']],
  ['far/walk.test.ts', ['src/app.ts']],
])
const tests = [...graph.keys()].filter((path) => path.endsWith('.test.ts'))
const choose = (...changed: string[]) => chooseTests(graph, tests, changed).map(({ path }) => path)

test('a changed test runs', () => {
  expect(choose('far/walk.test.ts')).toEqual(['far/walk.test.ts'])
})

test('the nearest tests come first, and a test belongs to the file that its name starts with', () => {
  expect(choose('src/ids.ts')).toEqual(['src/ids.test.ts', 'src/lists-paging.test.ts'])
})

test('a test that imports the whole app does not depend on all of it', () => {
  expect(choose('src/lists.ts')).toEqual(['src/lists-paging.test.ts'])
})

test('for a file that only the whole app imports the tests of its folder run', () => {
  expect(choose('src/keys.ts')).toEqual(['src/ids.test.ts', 'src/lists-paging.test.ts', 'src/start.test.ts'])
})

test('what no test reads or imports chooses nothing', () => {
  expect(choose('examples/react/heartbell.tsx')).toEqual([])
})
