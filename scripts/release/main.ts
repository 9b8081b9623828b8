/** `npm run release`: checks the changelog and the versions, and makes the commit and the tag of a release. It publishes nothing. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkChangelog, checkRelease, notesOf, releaseEntries } from './changelog.ts'
import { checkRepository, checkVersions, writeVersion } from './versions.ts'

const usage = `npm run release -- X.Y.Z            the commit and the tag of a release
npm run release -- X.Y.Z --dry-run  what is missing, and what would happen
npm run release -- --check [X.Y.Z]  whether the changelog is in order, and X.Y.Z is ready to publish
npm run release -- --notes X.Y.Z    the changelog's entries of a version`

export async function main(root: string, args: string[]): Promise<number> {
  const asked = readArgs(args)
  if (!asked) return fail([usage], 2)
  const { version, mode } = asked
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  if (mode === 'check') return report(version ? checkTagged(root, changelog, version) : checkChangelog(changelog))
  if (mode === 'notes') {
    const notes = notesOf(changelog, version!)
    if (notes === null) return fail([`CHANGELOG.md has no section ${version}.`])
    console.log(notes)
    return 0
  }
  const problems = [...checkRelease(changelog, version!), ...checkTree(root, version!)]
  for (const warning of checkRepository(root)) console.log(`Warning: ${warning}`)
  if (problems.length > 0) return fail(problems)
  if (mode === 'dry-run')
    console.log(`Nothing is in the way. This would release:\n\n${notesOf(release(changelog, version!), version!)}`)
  else commitRelease(root, changelog, version!)
  return 0
}

type Asked = { version: string | undefined; mode: 'release' | 'dry-run' | 'check' | 'notes' }

function readArgs(args: string[]): Asked | null {
  try {
    const flag = { type: 'boolean', default: false } as const
    const options = { 'dry-run': flag, check: flag, notes: flag }
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const modes = (['dry-run', 'check', 'notes'] as const).filter((name) => values[name])
    const [version] = positionals
    if (modes.length > 1 || positionals.length > 1 || (version && !/^\d+\.\d+\.\d+$/.test(version))) return null
    if (!version && modes[0] !== 'check') return null
    return { version, mode: modes[0] ?? 'release' }
  } catch {
    return null
  }
}

function fail(sentences: string[], code = 1): number {
  for (const sentence of sentences) console.error(sentence)
  return code
}

function report(problems: string[]): number {
  if (problems.length === 0) console.log('The changelog is in order.')
  return problems.length > 0 ? fail(problems) : 0
}

/** For the commit that the tag names. */
const checkTagged = (root: string, changelog: string, version: string) => [
  ...checkChangelog(changelog),
  ...checkVersions(root, version),
  ...(notesOf(changelog, version) === null ? [`CHANGELOG.md has no section ${version}.`] : []),
]

const git = (root: string, ...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

function checkTree(root: string, version: string): string[] {
  return [
    ...(git(root, 'status', '--porcelain') ? ['The working tree has changes: commit or remove them first.'] : []),
    ...(git(root, 'tag', '--list', `v${version}`) ? [`The tag v${version} exists.`] : []),
  ]
}

const release = (changelog: string, version: string) =>
  releaseEntries(changelog, version, new Date().toISOString().slice(0, 10))

function commitRelease(root: string, changelog: string, version: string): void {
  writeFileSync(join(root, 'CHANGELOG.md'), release(changelog, version))
  writeVersion(root, version)
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit'], {
    cwd: root,
    stdio: 'ignore',
  })
  git(root, 'commit', '--all', '--message', `release: ${version}`)
  git(root, 'tag', '--annotate', `v${version}`, '--message', `Heartbell ${version}`)
  console.log(`Committed and tagged v${version}. Look at it, then: git push --follow-tags`)
}
