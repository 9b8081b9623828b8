/** The laws of layers and of folder size find what breaks them. */
import { expect, test } from 'vitest'
import { findClimbs, findCrowdedFolders } from './layers.ts'
import { parseSource } from './sources.ts'

const layers = [['.'], ['lists', 'merges'], ['stores']]
const judge = (path: string, imported: string) =>
  findClimbs([parseSource(path, `import { a } from '${imported}'`)], 'src/domain', layers)

test('a folder imports from lower layers and from itself', () => {
  expect(judge('src/domain/lists/a.ts', '../stores/stores.ts')).toEqual([])
  expect(judge('src/domain/lists/a.ts', './b.ts')).toEqual([])
  expect(judge('src/domain/a.ts', './stores/stores.ts')).toEqual([])
  expect(judge('src/domain/lists/a.ts', '../../database/connect.ts')).toEqual([])
})

test('a folder imports neither from a higher layer nor from a neighbour', () => {
  expect(judge('src/domain/stores/a.ts', '../lists/b.ts')).toEqual([
    'src/domain/stores/a.ts:1 imports src/domain/lists/b.ts: stores is not above lists',
  ])
  expect(judge('src/domain/lists/a.ts', '../merges/b.ts')).toHaveLength(1)
})

test('every folder has a layer', () => {
  expect(judge('src/domain/attic/a.ts', '../stores/b.ts')).toEqual([
    'src/domain/attic/a.ts:1 is in no layer: give the folder attic a place in the layers',
  ])
})

test('a folder of sixteen files is too full, one of fifteen is not', () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => `src/lists/file-${n}.ts`)
  expect(findCrowdedFolders(files(15))).toEqual([])
  expect(findCrowdedFolders(files(16))).toEqual(['src/lists has 16 source files: divide it, 15 are the most'])
})
