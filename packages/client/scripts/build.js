/**
 * Makes the files a page loads, in dist/script: one per widget, minified, each working as a classic script and as a module.
 * What several of them need stands in core.js and is handed to the others, so that nothing is loaded twice.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, transformSync } from 'esbuild'
import { entries, lent } from './entries.js'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const source = here('../src')
const out = here('../dist/script')
const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8'))

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const letterOf = Object.fromEntries(
  Object.values(lent)
    .flat()
    .map((name, place) => [name, letters[place]]),
)

/** `itemNames.variantId` is written as the word itself: the dictionary is for whoever reads, not for the page. */
const dictionary = readFileSync(join(source, 'client/names.ts'), 'utf8')
const inlineNames = (path, text) =>
  path.endsWith('client/names.ts')
    ? text
    : text.replace(/\b((?:item|list|call|alert|saved)Names)\.(\w+)/g, (_, table, name) => {
        const [, body] = new RegExp(`const ${table} = {([^}]*)}`).exec(dictionary)
        return JSON.stringify(new RegExp(`\\b${name}: '(.*?)'`).exec(body)[1])
      })

/** Styles are written to be read; the pages get them small. */
const smallStyles = {
  name: 'small-styles',
  setup(plan) {
    plan.onLoad({ filter: /src\/.*\.ts$/ }, ({ path }) => {
      const text = inlineNames(path, readFileSync(path, 'utf8')).replace(/= css`([^`]*)`/g, (_, style) => {
        const { code } = transformSync(style, { loader: 'css', minify: true, target: 'chrome123' })
        return `= ${JSON.stringify(code.trim())}`
      })
      return { contents: text, loader: 'ts' }
    })
  },
}

/** In every file but core.js, what core.js lends is taken from its hands. */
const borrowed = {
  name: 'borrowed',
  setup(plan) {
    plan.onLoad({ filter: /src\/.*\.ts$/ }, ({ path }) => {
      const names = lent[path.slice(source.length + 1)]
      if (!names) return
      return { contents: `export const { ${names.map((name) => `${letterOf[name]}: ${name}`)} } = kit`, loader: 'js' }
    })
  },
}

/** Names that only our own files say to each other; the same in all of them. */
const mangleCache = {}
const ours =
  /^(take|put|prefix|onQueued|onRefused|isAllowed|onRegistered|become|register|dropCache|fetchAll|amend|changes|kept|drop|draw|isFresh|shelf|emit|flush|ask|account|who|holding)$/

const settings = {
  mangleProps: ours,
  mangleCache,
  bundle: true,
  write: false,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
}

const written = []
const keep = (name, text) => {
  writeFileSync(join(out, name), text)
  written.push([name, text])
}

const bundle = async (contents, plugins, more = {}) => {
  const stdin = { contents, resolveDir: source, loader: 'ts' }
  const { outputFiles, mangleCache: named } = await build({ ...settings, ...more, stdin, plugins })
  Object.assign(mangleCache, named)
  return outputFiles[0].text.trim()
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

const lending = Object.entries(lent)
  .map(([file, names]) => `import { ${names} } from './${file}'`)
  .join('\n')
const kit = Object.entries(letterOf).map(([name, letter]) => `${letter}: ${name}`)
keep(
  'core.js',
  await bundle(
    `${lending}
    import { install } from './widgets/core.ts'
    const here = globalThis.heartbell
    if (!here?.kit) {
      install()
      const kit = { ${kit} }
      globalThis.heartbell.kit = kit
      for (const run of globalThis.heartbell.queue ?? []) run(kit)
    }`,
    [smallStyles],
  ),
)

/** Where core.js is not there yet, the file waits for it and asks for it. */
const lend = (code) =>
  `((h,r)=>h.kit?r(h.kit):((h.queue??=[]).push(r),import("./core.js")))(globalThis.heartbell??={},kit=>{${code}})`

for (const [name, entry] of Object.entries(entries))
  keep(`${name}.js`, lend(await bundle(entry, [borrowed, smallStyles])))

for (const file of readdirSync(join(source, 'widgets')).filter((name) => /^words-..\.ts$/.test(name)))
  keep(`${basename(file, '.ts')}.js`, await bundle(`export { words } from './widgets/${file}'`, [], { format: 'esm' }))

keep(
  'heartbell.css',
  transformSync(readFileSync(join(source, 'heartbell.css'), 'utf8'), { loader: 'css', minify: true }).code,
)

const files = Object.fromEntries(
  written.map(([name, text]) => [
    name,
    {
      bytes: Buffer.byteLength(text),
      gzip: gzipSync(text, { level: 9 }).length,
      integrity: `sha384-${createHash('sha384').update(text).digest('base64')}`,
    },
  ]),
)
writeFileSync(join(out, 'manifest.json'), `${JSON.stringify({ version, files }, null, 2)}\n`)
// Shopify serves what a theme's blocks load by itself, from one flat folder.
const assets = here('../../shopify-theme-extension/assets')
for (const [name, text] of written) writeFileSync(join(assets, name), text)
if (process.argv.includes('--sizes')) console.table(files, ['bytes', 'gzip'])
