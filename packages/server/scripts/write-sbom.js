/**
 * Prints the bill of materials of an installation: `npm sbom` on the part of the lock file that the server's package needs.
 * Run on the clone itself, npm omits packages that development also needs, and our own packages.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const readJson = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const lock = readJson('../../../package-lock.json').packages
const { name, version, license, dependencies, optionalDependencies } = readJson('../package.json')
const root = { name, version, license, dependencies, optionalDependencies }

/** Resolves like Node.js, by path in the lock file: beside its dependent, or in a folder above. */
function find(from, wanted) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at ? `${at}/` : ''}node_modules/${wanted}`
    if (lock[place]) return place
    if (!at) return null
  }
}

const packages = { '': root }
function add(place) {
  if (packages[place]) return
  const { resolved, link } = lock[place]
  const { devDependencies, ...found } = lock[link ? resolved : place]
  packages[place] = found
  const wanted = { ...found.dependencies, ...found.optionalDependencies, ...found.peerDependencies }
  for (const one of Object.keys(wanted)) {
    const next = find(link ? '' : place, one)
    if (next) add(next)
  }
}
for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) add(find('', one))

const temporary = mkdtempSync(join(tmpdir(), 'heartbell-sbom-'))
// npm uses the folder's name as the name of the described package.
const folder = join(temporary, name)
mkdirSync(folder)
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ name, version, lockfileVersion: 3, requires: true, packages }),
  )
  const format = process.argv[2] ?? 'cyclonedx'
  const words = ['sbom', '--package-lock-only', '--offline', '--sbom-format', format]
  process.stdout.write(
    execFileSync('npm', words, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'inherit'] }),
  )
} finally {
  rmSync(temporary, { recursive: true })
}
