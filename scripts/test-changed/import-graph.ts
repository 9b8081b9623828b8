/** Who imports whom, from the test files down, as esbuild sees it: types do not count, imports at run time do. */
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { contractSources } from '../contract-sources.ts'

/** By path from the root: the files it imports. */
export type Graph = Map<string, string[]>

export async function readGraph(root: string, tests: string[]): Promise<Graph> {
  const { metafile } = await build({
    stdin: { contents: tests.map((path) => `import './${path}'`).join('\n'), resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    plugins: [contractSources(root)],
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    loader: { '.css': 'empty', '.svg': 'empty' },
    ignoreAnnotations: true,
    logLevel: 'silent',
  })
  const imports = Object.entries(metafile.inputs)
  return new Map(
    imports.map(([path, { imports }]) => [path, imports.filter(({ external }) => !external).map(({ path }) => path)]),
  )
}

export function findTests(root: string): string[] {
  return ['packages', 'test', 'bench', 'scripts']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(node_modules|dist|\.dev)\//.test(path))
    .sort()
}
