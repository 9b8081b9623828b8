/**
 * Builds the files that a page loads, in dist/script: one for each widget, minified, each a classic script and a module.
 * Code that several of them need is in core.js or parts.js, so that nothing is loaded twice.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, transformSync } from 'esbuild'
import { minifySync } from 'vite'
import { arrowFunctions } from './arrows.js'
import { kitName, moreName, queueName, stampFiles } from './build-stamp.js'
import { entries } from './entries.js'
import { listMembers } from './members.js'
import { exportsOf, fromKit, importsOf, usedNames, waitFor } from './sharing.js'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const source = here('../src')
const out = here('../dist/script')
const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8'))

/** The versions that were released: the server answers for each of them. */
const published = [...readFileSync(here('../../../CHANGELOG.md'), 'utf8').matchAll(/^## (\d+\.\d+\.\d+\S*)/gm)].map(
  ([, one]) => one,
)

/** Replaces `itemNames.variantId` by the wire name itself, so that the dictionary costs no bytes. */
const dictionary = readFileSync(join(source, 'client/names.ts'), 'utf8')
const inlineNames = (path, text) =>
  path.endsWith('client/names.ts')
    ? text
    : text.replace(/\b((?:item|list|call|alert|saved|detail|part|owner)Names)\.(\w+)/g, (_, table, name) => {
        const [, body] = new RegExp(`const ${table} = {([^}]*)}`).exec(dictionary)
        return JSON.stringify(new RegExp(`\\b${name}: '(.*?)'`).exec(body)[1])
      })

/** The fallback for server rendering, which a page does not need. */
const noPage = 'if (globalThis.HTMLElement) '

/** In the npm package a loaded module exports what it installs; a page's file installs itself. */
const installLoaded = 'export const load = (name: string): Promise<Loaded> => importFile(name).then(start)'
const onlyLoad = "import { importFile as load } from './shared/import-file.ts'\nexport { load }"

/** In the npm package the files are in folders. A page's files are all in one, which Shopify requires. */
/**
 * A tag without `type="module"` is a classic script: of another origin it has no address of its own, and `import('./…')` fails
 * there. Its tag has the address.
 */
// a constant first, because the bundler follows an import of an expression
const importFile = `import { ownScript } from './own-script.ts'
const folder = (ownScript?.src || './').replace(/[^/]*$/, '')
export const importFile = (name) => {
  const file = folder + name + '.js'
  return import(file)
}`

/**
 * The tag by the name of its file, because themes have other scripts with `data-store`. Not `document.currentScript`: an image of
 * that name takes its place in the document, and its address would be loaded.
 */
const ownScript = `export const ownScript = document.querySelector('script[data-store][src*="core.js"]')`

/** `words/core/de` is the file `words-de.js`, `words/list/de` is `words-list-de.js`. */
const flatWords = (text) =>
  text
    .replace("'core/'", "''")
    .replace('`words/', '`words-')
    .replace(/'(list|edit|share|notify|form)\/'/g, "'$1-'")

/** In a page, the half of the client that calls the service is a file. */
const loadService = `import { heartbell } from './widgets/kit.ts'
import { importFile } from './widgets/shared/import-file.ts'
export const loadService = (base) => importFile('press').then(() => heartbell.serviceOf(base))`

/** Custom properties that only our own styles use. */
const shortNames = { paper: 'p', ink: 'i', soft: 's', line: 'l', accent: 'a', on: 'o', radius: 'r' }

/** By path: most sources are in several files, and each file is bundled twice. */
const small = new Map()

function shorten(path) {
  const text = inlineNames(path, arrowFunctions(readFileSync(path, 'utf8')))
    .replace(noPage, '')
    .replace(installLoaded, onlyLoad)
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
  return text.includes('loadWords(') ? flatWords(text) : text
}

/** Minifies styles and wire names in the sources. */
const smallStyles = {
  name: 'small-styles',
  setup(plan) {
    plan.onLoad({ filter: /import-file\.ts$/ }, ({ path }) => ({ contents: importFile, resolveDir: dirname(path) }))
    plan.onLoad({ filter: /own-script\.ts$/ }, () => ({ contents: ownScript }))
    plan.onLoad({ filter: /load-service\.ts$/ }, () => ({ contents: loadService, resolveDir: source }))
    plan.onLoad({ filter: /src\/.*\.ts$/ }, ({ path }) => {
      const contents = small.get(path) ?? shorten(path)
      small.set(path, contents)
      return { contents, loader: 'ts' }
    })
  },
}

/** Property names that only our own files use; shortened in the same way in all of them. */
const mangleCache = {}
const ours =
  /^(read|write|prefix|onQueued|onRefused|isAllowed|onRegistered|become|register|dropCache|fetchAll|amend|changes|cached|drop|draw|isFresh|localData|emit|flush|ask|account|who|show|send|done|failed|listName|findWishlist|install|showRefused|connect|soon|leave|queueChange|outcomes|joinTime|listCache|entry|keep|put|isNew|serviceOf|service|followChoice|check|showRemoved|showSaved|hold|isHeld|restoreItem|saveChosen|retryAfter|dispatch|known)$/

const settings = {
  // shorter
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
const writeScript = (name, text) => {
  written.push([name, text])
}

/** A second minifier, which finds some bytes that the bundler leaves: about 1 % of core.js. */
const minifyAgain = (name, text) => {
  const { code, errors } = minifySync(name, text, { module: false, compress: { target: settings.target } })
  if (errors.length) throw new Error(`${name}: ${errors[0].message}`)
  return code.trim().replace(/;$/, '')
}

const bundle = async (contents, plugins, more = {}) => {
  const stdin = { contents, resolveDir: source, loader: 'ts' }
  const { outputFiles, mangleCache: named } = await build({ ...settings, ...more, stdin, plugins })
  Object.assign(mangleCache, named)
  return outputFiles[0].text.trim()
}

/** A file that uses shared code. Bundled twice: first to find the shared names it uses. */
const bundleShared = async (from, entry) => {
  const draft = await bundle(entry, [fromKit(source, from), smallStyles], { minify: false })
  const code = await bundle(entry, [fromKit(source, from, usedNames(draft)), smallStyles], { format: 'esm' })
  return waitFor(from, code)
}

const core = await bundle(
  `${importsOf('core')}
  import { install } from './widgets/core.ts'
  import { early } from './widgets/kit.ts'
  // no other core.js, of this or another build
  if (!early().on) {
    install()
    heartbell.${kitName} = [${exportsOf('core')}]
    heartbell.${queueName}?.map((run) => run(heartbell.${kitName}))
  }`,
  [smallStyles],
  { inject: [here('./page.js')] },
)
writeScript('core.js', minifyAgain('core.js', core))

writeScript(
  'parts.js',
  await bundleShared(
    'core',
    `${importsOf('parts')}
    import { install } from './widgets/parts.ts'
    import { heartbell } from './widgets/kit.ts'
    install()
    kit.push(${exportsOf('parts')})
    for (const run of heartbell.${moreName} ?? []) run(kit)`,
  ),
)

for (const [from, files] of Object.entries(entries))
  for (const [name, entry] of Object.entries(files)) {
    const [, file] = /'\.\/(.*)'/.exec(entry)
    if (existsSync(join(source, file))) writeScript(`${name}.js`, await bundleShared(from, entry))
  }

// merchants use the names of the texts, so they are not shortened
for (const group of readdirSync(join(source, 'widgets/words')))
  for (const file of readdirSync(join(source, 'widgets/words', group)))
    writeScript(
      `words-${group === 'core' ? '' : `${group}-`}${basename(file, '.ts')}.js`,
      await bundle(`export * from './widgets/words/${group}/${file}'`, [], {
        format: 'esm',
        mangleProps: undefined,
      }),
    )

writeScript('renew.js', await bundle(`import { renew } from './widgets/renew.ts'\nrenew('${kitName}')`, [smallStyles]))

writeScript(
  'heartbell.css',
  transformSync(readFileSync(join(source, 'heartbell.css'), 'utf8'), { loader: 'css', minify: true }).code,
)

const { stamp, files: stamped } = stampFiles(written)
const textOf = (file) => stamped.find(([name]) => name === file)[1]
const members = listMembers(
  ['core.js', 'callbacks.js', 'compat.js'].map(textOf),
  new Set(Object.values(mangleCache)),
  stamp,
)

/** Compressed here as well as it gets, so that the server has nothing to do. */
const compress = (text) => ({ br: brotliCompressSync(text), gz: gzipSync(text, { level: 9 }) })
const compressed = new Map(stamped.map(([name, text]) => [name, compress(text)]))

const files = Object.fromEntries(
  stamped.map(([name, text]) => [
    name,
    {
      bytes: Buffer.byteLength(text),
      gzip: compressed.get(name).gz.length,
      brotli: compressed.get(name).br.length,
      integrity: `sha384-${createHash('sha384').update(text).digest('base64')}`,
    },
  ]),
)
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const writeAll = (name, text, { br, gz } = compress(text)) => {
  writeFileSync(join(out, name), text)
  writeFileSync(join(out, `${name}.br`), br)
  writeFileSync(join(out, `${name}.gz`), gz)
}
for (const [name, text] of stamped) writeAll(name, text, compressed.get(name))
writeAll('manifest.json', `${JSON.stringify({ version, build: stamp, published, files }, null, 2)}\n`)
writeFileSync(here('../dist/members.json'), `${JSON.stringify(members, null, 2)}\n`)
// Shopify serves the assets of a theme extension itself, from one flat folder.
const assets = here('../../shopify-theme-extension/assets')
for (const name of readdirSync(assets)) if (/\.(js|css)$/.test(name)) rmSync(join(assets, name))
for (const [name, text] of stamped) writeFileSync(join(assets, name), text)
if (process.argv.includes('--sizes')) console.table(files, ['bytes', 'gzip', 'brotli'])
