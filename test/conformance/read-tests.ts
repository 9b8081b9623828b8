/** The text of every test file in the project. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export function readTests(root: string): { path: string; text: string }[] {
  return ['packages', 'test', 'bench', 'scripts']
    .flatMap((folder) => findTestFiles(join(root, folder)))
    .map((file) => ({ path: relative(root, file).split(sep).join('/'), text: readFileSync(file, 'utf8') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

function findTestFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : findTestFiles(path)
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}
