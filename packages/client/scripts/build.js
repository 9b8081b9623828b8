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
import { entries } from './entries.js'
import { borrowed, handOf, importOf, needs, waitFor } from './lending.js'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const source = here('../src')
const out = here('../dist/script')
const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8'))

/** `itemNames.variantId` is written as the word itself: the dictionary is for whoever reads, not for the page. */
const dictionary = readFileSync(join(source, 'client/names.ts'), 'utf8')
const inlineNames = (path, text) =>
  path.endsWith('client/names.ts')
    ? text
    : text.replace(/\b((?:item|list|call|alert|saved)Names)\.(\w+)/g, (_, table, name) => {
        const [, body] = new RegExp(`const ${table} = {([^}]*)}`).exec(dictionary)
        return JSON.stringify(new RegExp(`\\b${name}: '(.*?)'`).exec(body)[1])
      })

/** There is a page: a stand-in for its elements is for servers. */
const noPage = '(globalThis.HTMLElement ?? class {})'

/** Names that only our own styles say to each other. */
const shortNames = { paper: 'p', ink: 'i', soft: 's', line: 'l', accent: 'a', on: 'o', radius: 'r' }

/** Styles are written to be read; the pages get them small. */
const smallStyles = {
  name: 'small-styles',
  setup(plan) {
    plan.onLoad({ filter: /src\/.*\.ts$/ }, ({ path }) => {
      const text = inlineNames(path, readFileSync(path, 'utf8'))
        .replace(noPage, 'HTMLElement')
        .replace(/= css`([^`]*)`/g, (_, style) => {
          const { code } = transformSync(style, { loader: 'css', minify: true, target: 'chrome123' })
          const tight = code
            .replace(/(--[\w-]+): /g, '$1:')
            .replace(/, /g, ',')
            .replace(/ }/g, '}')
          const short = tight.replace(/--(\w+)\b(?!-)/g, (whole, name) =>
            shortNames[name] ? `--${shortNames[name]}` : whole,
          )
          return `= ${JSON.stringify(short.trim())}`
        })
      return { contents: text, loader: 'ts' }
    })
  },
}

/** Names that only our own files say to each other; the same in all of them. */
const mangleCache = {}
const ours =
  /^(take|put|prefix|onQueued|onRefused|isAllowed|onRegistered|become|register|dropCache|fetchAll|amend|changes|kept|drop|draw|isFresh|shelf|emit|flush|ask|account|who|holding|show|send|done|failed|listName|storage|install|openDrawer|tellRefused)$/

const settings = {
  // pages have the shorter name too
  define: { globalThis: 'self' },
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

/** Written together at the end: a build that fails leaves the files of the one before. */
const written = []
const keep = (name, text) => {
  written.push([name, text])
}

const bundle = async (contents, plugins, more = {}) => {
  const stdin = { contents, resolveDir: source, loader: 'ts' }
  const { outputFiles, mangleCache: named } = await build({ ...settings, ...more, stdin, plugins })
  Object.assign(mangleCache, named)
  return outputFiles[0].text.trim()
}

/** A file that waits for the one it borrows from, and asks for it. Bundled twice: first to see what it needs. */
const lend = async (from, entry) => {
  const draft = await bundle(entry, [borrowed(source, from), smallStyles], { minify: false })
  const code = await bundle(entry, [borrowed(source, from, needs(draft)), smallStyles], { format: 'esm' })
  return waitFor(from, code)
}

keep(
  'core.js',
  await bundle(
    `${importOf('core')}
    import { install } from './widgets/core.ts'
    if (!globalThis.heartbell?.kit) {
      install()
      heartbell.kit = [${handOf('core')}]
      for (const run of heartbell.queue ?? []) run(heartbell.kit)
    }`,
    [smallStyles],
    { inject: [here('./page.js')] },
  ),
)

keep(
  'parts.js',
  await lend(
    'core',
    `${importOf('parts')}
    import { install } from './widgets/parts.ts'
    import { heartbell } from './widgets/kit.ts'
    install()
    kit.push(${handOf('parts')})
    for (const run of heartbell.more ?? []) run(kit)`,
  ),
)

for (const [from, files] of Object.entries(entries))
  for (const [name, entry] of Object.entries(files)) keep(`${name}.js`, await lend(from, entry))

// a merchant says the names of the texts too: they stay
for (const file of readdirSync(join(source, 'widgets')).filter((name) => /^words-..\.ts$/.test(name)))
  keep(
    `${basename(file, '.ts')}.js`,
    await bundle(`export { words } from './widgets/${file}'`, [], { format: 'esm', mangleProps: undefined }),
  )

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
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
for (const [name, text] of written) writeFileSync(join(out, name), text)
writeFileSync(join(out, 'manifest.json'), `${JSON.stringify({ version, files }, null, 2)}\n`)
// Shopify serves what a theme's blocks load by itself, from one flat folder.
const assets = here('../../shopify-theme-extension/assets')
for (const [name, text] of written) writeFileSync(join(assets, name), text)
if (process.argv.includes('--sizes')) console.table(files, ['bytes', 'gzip'])
