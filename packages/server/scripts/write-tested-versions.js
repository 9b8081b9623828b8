/**
 * Writes the versions of the dependencies that the tests ran with, from the lock file, so that `heartbell doctor` can compare
 * them with the installed ones.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const { packages } = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'))
const tested = {}
for (const [path, { version, dev, link }] of Object.entries(packages)) {
  if (dev || link || !path.includes('node_modules/')) continue
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  tested[name] = [...(tested[name] ?? []), version]
}
writeFileSync(new URL('../dist/tested-versions.json', import.meta.url), `${JSON.stringify(tested, null, 2)}\n`)
