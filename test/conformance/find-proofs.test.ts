/** Finding the statements that tests name. */
import { expect, test } from 'vitest'
import { findProofs } from './find-proofs.ts'

const known = new Set(['S1.lists', 'S2.5.lname', 'C3.create'])
const find = (text: string) => findProofs([{ path: 'a.test.ts', text }], known)

test('a comment above a test names statements, also among other comments', () => {
  const text = `
    describe('lists', () => {
      // proves S1.lists, C3.create
      // Why it is so.
      test('are stored', () => {})

      // proves S2.5.lname
      test.each([1])('have a name: %s', () => {})
    })`
  expect(find(text)).toEqual({
    proofs: [
      { id: 'S1.lists', path: 'a.test.ts', title: 'lists › are stored' },
      { id: 'C3.create', path: 'a.test.ts', title: 'lists › are stored' },
      { id: 'S2.5.lname', path: 'a.test.ts', title: 'lists › have a name: %s' },
    ],
    mistakes: [],
  })
})

test.each(['S1.list', 'S2.5', 'lname', '', 'S1.lists C3.create'])('%j is an unknown statement', (id) => {
  expect(find(`// proves ${id}\ntest('t', () => {})`)).toEqual({
    proofs: [],
    mistakes: [`a.test.ts:1 names an unknown statement: ${id}`],
  })
})

test.each(['test.skip', 'test.todo', 'test.fails', 'test.skipIf(true)', 'test.runIf(on)', 'test.skip.each([1])'])(
  '%s proves nothing',
  (word) => {
    const mistakes = ['a.test.ts:2 is above a test that is skipped']
    expect(find(`\n// proves S1.lists\n${word}('t', () => {})`)).toEqual({ proofs: [], mistakes })
  },
)

test('a test in a describe that is skipped proves nothing', () => {
  const text = `describe.skipIf(no)('d', () => {\n// proves S1.lists\ntest('t', () => {}) })`
  expect(find(text)).toEqual({ proofs: [], mistakes: ['a.test.ts:2 is above a test that is skipped'] })
})

test.each(['const x = 1', "describe('d', () => { test('t', () => {}) })", "asRoot('t', () => {})", ''])(
  'a comment above %j is a mistake',
  (code) => {
    expect(find(`// proves S1.lists\n${code}`)).toEqual({
      proofs: [],
      mistakes: ['a.test.ts:1 is not directly above a test'],
    })
  },
)

test('a text that looks like the comment is none', () => {
  expect(find('const sample = `\n// proves S1.lists\n`\ntest("t", () => {})')).toEqual({ proofs: [], mistakes: [] })
})
