/**
 * Joins our compiled modules into the few files that the command runs: finding and reading 450 of them one by one is a quarter
 * of a start. What others wrote stays where npm put it.
 */
import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('..', import.meta.url))
const { dependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
const ours = '@heartbell/contract'

rmSync(`${folder}dist/program`, { recursive: true, force: true })
await build({
  entryPoints: ['main', 'memory'].map((name) => `${folder}dist/cli/${name}.js`),
  outdir: `${folder}dist/program`,
  bundle: true,
  // What is loaded late stays apart.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: Object.keys(dependencies).filter((name) => name !== ours),
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
})
