/** Which files changed: since the branch left main, or in the working tree, or in the last commit. */
import { execFileSync } from 'node:child_process'

export type Changes = { since: string; files: string[] }

/** `base` is asked for by name; without it the first of these that holds a change: main, the last commit, the one before it. */
export function findChanges(root: string, base?: string): Changes {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  const lines = (text: string) => text.split('\n').filter(Boolean)
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'))
  const changedSince = (commit: string) => [
    ...new Set([...lines(git('diff', '--name-only', '--no-renames', commit)), ...untracked]),
  ]
  if (base) return { since: base, files: changedSince(git('merge-base', base, 'HEAD')) }
  const head = git('rev-parse', 'HEAD')
  const fork = ['main', 'origin/main'].map((name) => tryCommit(() => git('merge-base', name, 'HEAD'))).find(Boolean)
  if (fork && fork !== head) return { since: 'main', files: changedSince(fork) }
  const unsaved = changedSince('HEAD')
  if (unsaved.length > 0) return { since: 'the last commit', files: unsaved }
  return { since: 'the commit before the last', files: changedSince('HEAD~1') }
}

function tryCommit(find: () => string): string | null {
  try {
    return find()
  } catch {
    return null
  }
}
