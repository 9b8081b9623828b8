/** An older release, taken from the git history and built in its own folder, as an operator would. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { serverFolder } from '../../setup/server.ts'

const run = promisify(execFile)
const house = dirname(dirname(serverFolder))
const migrations = 'packages/server/src/database/migrations'

const git = async (...args: string[]) =>
  (await run('git', ['-C', house, ...args], { maxBuffer: 1 << 28 })).stdout.trim()

/** Null without a git history. */
export async function findOlder(wanted: string | undefined): Promise<string | null> {
  const head = await git('rev-parse', 'HEAD').catch(() => null)
  if (head === null) return null
  if (wanted) return await git('rev-parse', '--verify', `${wanted}^{commit}`)
  const added = await git('log', '-1', '--format=%H', '--diff-filter=A', '--', migrations)
  const before = await git('rev-parse', '--verify', `${added}~1`).catch(() => null)
  // Releases from before migrations declared what they need refuse every newer database.
  return before && (await knowsNeeds(before)) ? before : head
}

const knowsNeeds = async (commit: string) =>
  await git('cat-file', '-e', `${commit}:packages/server/src/database/migration-files.ts`).then(
    () => true,
    () => false,
  )

export type Build = { command: string; remove: () => Promise<void> }

export async function buildOlder(commit: string): Promise<Build> {
  const folder = await mkdtemp(join(tmpdir(), 'heartbell-older-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await git('archive', '--format=tar', `--output=${join(folder, 'release.tar')}`, commit)
    await run('tar', ['-xf', 'release.tar'], { cwd: folder })
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 1 << 28 })
    return { command: join(folder, 'packages/server/bin/heartbell.js'), remove }
  } catch (error) {
    await remove()
    throw error
  }
}
