/** The repository's source files, read and parsed, for the rules. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export type Source = { path: string; text: string; tree: ts.SourceFile }

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

export function parseSource(path: string, text: string): Source {
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }
}

/** Tests and their helpers may import more than the code. */
export const isTest = (path: string) => /\.test\.ts$|(^|\/)testing(\/|[^/]*\.ts$)|^test\//.test(path)

/** Paths are relative to the repository, with slashes. */
export function findFiles(folder: string, ending: string): string[] {
  const found = readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
    .sort()
}

export const readText = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

const known = new Map<string, Source>()

/** Parsed once: several rules read the same folders. */
function readSource(path: string): Source {
  const source = known.get(path) ?? parseSource(path, readText(path))
  known.set(path, source)
  return source
}

export function readSources(folder: string, within = /^packages\/[^/]+\/src\//): Source[] {
  return [...findFiles(folder, '.ts'), ...findFiles(folder, '.tsx')]
    .filter((path) => within.test(path) && !path.endsWith('.d.ts'))
    .map(readSource)
}

/** `packages/server/src/http/app.ts:12`, which terminals and editors open. */
export function placeOf({ path, tree }: Source, position: number): string {
  return `${path}:${tree.getLineAndCharacterOfPosition(position).line + 1}`
}

/** Every node of a file that may import: only `import(…)` is anywhere, which most files do not have. */
export function walkImports({ text, tree }: Source, visit: (node: ts.Node) => void): void {
  if (/\bimport\s*\(|\bdeclare module\b/.test(text)) walk(tree, visit)
  else tree.statements.forEach(visit)
}

/** Every node of a file, from top to bottom. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}
