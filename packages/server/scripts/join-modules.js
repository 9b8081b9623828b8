/**
 * Joins our compiled modules into the few files that the command runs: finding and reading 450 files one by one takes a quarter
 * of the start time. Dependencies stay where npm installed them.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('..', import.meta.url))
const { dependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
const ours = '@heartbell/contract'

const program = `${folder}dist/program/`
const list = `${program}files.json`
const earlier = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []

const { metafile } = await build({
  entryPoints: { main: `${folder}dist/cli/main.js`, memory: `${folder}dist/cli/settings/memory.js` },
  outdir: program,
  metafile: true,
  bundle: true,
  // Modules that are imported dynamically stay separate.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: Object.keys(dependencies).filter((name) => name !== ours),
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
})

// A running process may still load files of the previous build: the next build deletes them.
const written = Object.keys(metafile.outputs).map((path) => path.slice(path.lastIndexOf('/') + 1))
const kept = new Set([...written, ...earlier, 'files.json'])
for (const name of readdirSync(program)) if (!kept.has(name)) rmSync(program + name)
writeFileSync(list, JSON.stringify(written))
