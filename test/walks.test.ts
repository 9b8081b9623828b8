/** docs/walks.md against the code: every function that a walk names exists, and is called by an earlier step. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSource, projectRoot, readText } from './codebase/sources.ts'
import { findBrokenSteps, readWalks } from './codebase/walks.ts'

const roots = ['packages/server/src', 'packages/contract/src', 'packages/client/src']

function find(path: string) {
  const root = roots.find((folder) => existsSync(join(projectRoot, folder, path)))
  return root ? parseSource(`${root}/${path}`, readText(`${root}/${path}`)) : null
}

const walks = readWalks(readText('docs/walks.md'))

test('there are four walks', () => {
  expect(walks.map(({ title }) => title)).toEqual([
    'Adding an item',
    'A guest signs in',
    'A restock becomes a mail',
    'A platform’s message',
  ])
})

test.each(walks)('$title', (walk) => {
  expect(walk.steps.length).toBeGreaterThan(5)
  expect(findBrokenSteps(walk, find)).toEqual([])
})
