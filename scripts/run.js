/**
 * Runs a tool of this folder: `node scripts/run.js dev` bundles scripts/dev/main.ts and runs it.
 * The tools are TypeScript, so that types and lint check them, and Node.js 20 can't run TypeScript itself.
 */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const [tool] = process.argv.splice(2, 1)

// Inside node_modules, so that the bundle finds the packages it imports.
const outfile = `${root}node_modules/.cache/heartbell/${tool}.js`
await build({
  entryPoints: [`${root}scripts/${tool}/main.ts`],
  outfile,
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'inline',
  logLevel: 'warning',
})
process.setSourceMapsEnabled(true)
const { main } = await import(pathToFileURL(outfile).href)
process.exitCode = await main(root, process.argv.slice(2))
