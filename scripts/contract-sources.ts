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
        const built = exports[path.replace('@heartbell/contract', '.')]
        if (!built) return { errors: [{ text: `packages/contract/package.json exports no ${path}` }] }
        return { path: join(folder, built.replace('./dist/', 'src/').replace(/js$/, 'ts')) }
      }),
  }
}
