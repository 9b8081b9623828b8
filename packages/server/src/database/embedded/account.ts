/**
 * The system user that PostgreSQL runs as: our own, or an unprivileged one when we are root, because PostgreSQL refuses to run as
 * root.
 */
import { execFile, spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

export type SystemAccount = {
  /** Null when PostgreSQL runs as our own user. */
  ids: { uid: number; gid: number } | null
  /** Lets the account pass through folders that only root may enter, such as a clone under /root. */
  bypassesFolderModes: boolean
}

export async function chooseAccount(folder: string, data: string, binaries: Binaries): Promise<SystemAccount> {
  if (process.getuid?.() !== 0) return { ids: null, bypassesFolderModes: false }
  // A folder stays with its first owner, even if a better account exists later.
  const ids = (await findOwner(folder)) ?? (await findIds('postgres')) ?? (await findIds('nobody'))
  if (!ids) throw new Error(unreachable(data))
  for (const bypassesFolderModes of [false, true]) {
    const account = { ids, bypassesFolderModes }
    if (await canReach(account, data, binaries)) return account
  }
  throw new Error(unreachable(data))
}

const unreachable = (data: string) =>
  `PostgreSQL refuses to run as root, and no other user can read ${data} and the installed packages. Run Heartbell as an ordinary user, ` +
  'move both to a folder that other users may enter (--data sets the data folder), or use your own PostgreSQL 15+ server with DATABASE_URL.'

async function findOwner(folder: string): Promise<SystemAccount['ids']> {
  const found = await stat(folder).catch(() => null)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null
}

async function findIds(name: string): Promise<SystemAccount['ids']> {
  try {
    const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    // macOS reports the id of `nobody` (-2) as an unsigned number; spawn expects it signed.
    return { uid: Number(user.stdout) | 0, gid: Number(group.stdout) | 0 }
  } catch {
    return null
  }
}

/** Asks the operating system, because modes, ACLs and mounts all matter. `env test` checks it the way initdb will. */
export async function canReach(account: SystemAccount, data: string, { postgres, share }: Binaries): Promise<boolean> {
  const question = 'env test -x "$0" && env test -r "$1" && env test -x "$2"'
  const child = spawnAs(account, '/bin/sh', ['-c', question, postgres, share, data], 'ignore')
  const code = await new Promise((resolve) => child.on('exit', resolve).on('error', resolve))
  return code === 0
}

/** In its own session, so that Ctrl-C in the terminal reaches only us and we stop the database last. */
export function spawnAs(
  account: SystemAccount,
  command: string,
  args: string[],
  output: number | 'ignore' | 'pipe',
  input: 'ignore' | 'pipe' = 'ignore',
) {
  const options = {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' },
    stdio: [input, output, output] as ('ignore' | 'pipe' | number)[],
    detached: true,
  }
  if (!account.ids) return spawn(command, args, options)
  if (!account.bypassesFolderModes) return spawn(command, args, { ...options, ...account.ids })
  const { uid, gid } = account.ids
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  // Without this securebit, access(2) ignores the capability, and initdb uses access(2) to check that it may run postgres.
  const pass = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  return spawn('setpriv', [...user, ...pass, command, ...args], options)
}
