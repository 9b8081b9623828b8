/** The check of the walks finds a missing file, a missing function and a step that nothing calls. */
import { expect, test } from 'vitest'
import { parseSource } from './sources.ts'
import { findBrokenSteps, readWalks } from './walks.ts'

const files: Record<string, string> = {
  'http/lists.ts': 'export function routes() { return save() }',
  'domain/lists.ts': 'export const save = async () => { later() }\nfunction unused() {}',
  'alerts/engine.ts': 'export function start() {}',
}
const find = (path: string) => (files[path] === undefined ? null : parseSource(path, files[path]))
const judge = (...lines: string[]) =>
  readWalks(`# Walks\n\n## One\n\n${lines.join('\n')}\n`).flatMap((w) => findBrokenSteps(w, find))

test('a walk whose functions call each other is right', () => {
  expect(
    judge(
      '1. `http/lists.ts` → `routes`. It begins.',
      '2. `domain/lists.ts` → `save`. It goes on,',
      '   over two lines.',
      '3. **Start.** `alerts/engine.ts` → `start`. Another process.',
    ),
  ).toEqual([])
})

test('a missing file, a missing function and a step that nothing calls are named', () => {
  expect(judge('1. `http/gone.ts` → `routes`.')).toEqual(['One, step 1: http/gone.ts → routes: there is no such file'])
  expect(judge('1. `http/lists.ts` → `gone`.')).toEqual([
    'One, step 1: http/lists.ts → gone: the file does not define it',
  ])
  expect(judge('1. `http/lists.ts` → `routes`.', '2. `domain/lists.ts` → `unused`.')).toEqual([
    'One, step 2: domain/lists.ts → unused: no earlier step calls it',
  ])
})
