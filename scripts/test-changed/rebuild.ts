/** Builds what the chosen tests run: the command from the server's sources, and the storefront's files. No type check: 2 s instead of a minute. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { contractSources } from '../contract-sources.ts'

export async function rebuild(root: string, changed: string[]): Promise<void> {
  if (changed.some((path) => /^packages\/(server|contract)\//.test(path))) await rebuildCommand(root)
  if (changed.some((path) => path.startsWith('packages/client/'))) runScript(root, 'packages/client/scripts/build.js')
}

const runScript = (root: string, path: string) =>
  execFileSync(process.execPath, [join(root, path)], { stdio: 'inherit' })

/** The same files as packages/server/scripts/join-modules.js writes. */
async function rebuildCommand(root: string): Promise<void> {
  const server = join(root, 'packages/server')
  const { dependencies } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'))
  await build({
    entryPoints: { main: join(server, 'src/cli/main.ts'), memory: join(server, 'src/cli/settings/memory.ts') },
    outdir: join(server, 'dist/program'),
    plugins: [contractSources(root)],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: Object.keys(dependencies).filter((name) => name !== '@heartbell/contract'),
    logLevel: 'warning',
  })
  runScript(root, 'packages/server/scripts/copy-migrations.js')
}
