/** Which tests depend on what changed, the nearest first. */
import { dirname } from 'node:path'
import type { Graph } from './import-graph.ts'

/**
 * A file that imports more than this share of everything puts the whole app together (`app.ts`, `main.ts`, the tests' own
 * app). Nearly every test imports one, so that what lies behind it says nothing about what the test is for.
 */
const WHOLE_APP = 0.18

/** What tests read that they do not import. */
const reads: [RegExp, string[]][] = [
  [/^packages\/.*\.(ts|tsx|sql)$/, ['test/codebase.test.ts']],
  [/\.md$|^docs\/|^package\.json$|\/settings\//, ['test/docs.test.ts']],
  [/^\.github\/|^renovate\.json$|^package\.json$/, ['test/github.test.ts']],
  [/package(-lock)?\.json$|^CHANGELOG\.md$/, ['test/release.test.ts', 'scripts/release/changelog.test.ts']],
  [/\/migrations\/.*\.sql$/, ['packages/server/src/database/migrate.test.ts']],
  [/^packages\/contract\//, ['packages/contract/src/openapi/openapi.test.ts']],
  [/^packages\/client\//, ['packages/client/src/sizes.test.ts']],
]

export type Chosen = { path: string; distance: number }

export function chooseTests(graph: Graph, tests: string[], changed: string[]): Chosen[] {
  const isTest = new Set(tests)
  const importedBy = reverse(withNeighbours(withoutWholeApp(graph), tests))
  const distances = new Map<string, number>()
  const read = reads.flatMap(([pattern, readers]) => (changed.some((path) => pattern.test(path)) ? readers : []))
  const alone = changed.filter((path) => graph.has(path) && !isTest.has(path) && !isTested(importedBy, path))
  for (const path of [...changed, ...read]) distances.set(path, 0)
  for (const test of tests) if (alone.some((path) => dirname(path) === dirname(test))) distances.set(test, 1)
  // Breadth first: a file is reached over the shortest chain of imports.
  const queue = [...distances.keys()]
  for (const path of queue)
    for (const importer of importedBy.get(path) ?? []) {
      if (distances.has(importer)) continue
      distances.set(importer, distances.get(path)! + 1)
      queue.push(importer)
    }
  return [...distances]
    .filter(([path]) => isTest.has(path))
    .map(([path, distance]) => ({ path, distance }))
    .sort((a, b) => a.distance - b.distance)
}

/** A file that only the whole app imports has no test of its own: those of its folder stand in. */
const isTested = (importedBy: Graph, path: string) =>
  [...reach(importedBy, path)].some((importer) => importer.endsWith('.test.ts'))

function withoutWholeApp(graph: Graph): Graph {
  const largest = graph.size * WHOLE_APP
  const isWhole = (path: string) => !path.endsWith('.test.ts') && reach(graph, path).size > largest
  return new Map([...graph].map(([path, imports]) => [path, isWhole(path) ? [] : imports]))
}

function reach(graph: Graph, start: string): Set<string> {
  const seen = new Set([start])
  for (const path of seen) for (const next of graph.get(path) ?? []) seen.add(next)
  return seen
}

/** A test over HTTP imports the app alone: it belongs to the file beside it, `lists-paging.test.ts` to `lists.ts`. */
function withNeighbours(graph: Graph, tests: string[]): Graph {
  const all = new Map(graph)
  for (const test of tests) {
    const stem = test.replace(/\.test\.ts$/, '')
    const neighbour = [...graph.keys()]
      .filter(
        (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && `${stem}-`.startsWith(`${path.slice(0, -3)}-`),
      )
      .sort((a, b) => b.length - a.length)[0]
    if (neighbour) all.set(test, [...(graph.get(test) ?? []), neighbour])
  }
  return all
}

function reverse(graph: Graph): Map<string, string[]> {
  const importedBy = new Map<string, string[]>()
  for (const [path, imports] of graph)
    for (const imported of imports) importedBy.set(imported, [...(importedBy.get(imported) ?? []), path])
  return importedBy
}
