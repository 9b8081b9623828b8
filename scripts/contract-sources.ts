/** For esbuild: a module of the contract, which is imported by the name that its package exports, is read from its source. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'

export function contractSources(root: string): Plugin {
  const folder = join(root, 'packages/contract')
  const { exports }: { exports: Record<string, string> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  return {
    name: 'contract-sources',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^@heartbell\/contract\// }, ({ path }) => {
        const built = findExport(exports, path.replace('@heartbell/contract', '.'))
        if (!built) return { errors: [{ text: `packages/contract/package.json exports no ${path}` }] }
        return { path: join(folder, built.replace('./dist/', 'src/').replace(/js$/, 'ts')) }
      }),
  }
}

/** As Node resolves it: the exact name, or the pattern with the longest text before its `*`. */
export function findExport(exports: Record<string, string>, name: string): string | null {
  if (exports[name]) return exports[name]
  const [pattern] = Object.keys(exports)
    .filter((key) => key.endsWith('*') && name.startsWith(key.slice(0, -1)))
    .sort((a, b) => b.length - a.length)
  return pattern ? exports[pattern]!.replace('*', name.slice(pattern.length - 1)) : null
}
