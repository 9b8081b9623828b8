/** The user PostgreSQL runs as: ourselves, or somebody harmless when we are root, since it refuses to run as root. */
import { execFile, spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

export type Account = {
  /** Null when PostgreSQL runs as ourselves. */
  ids: { uid: number; gid: number } | null
  /** Lets the account pass folders that only root may enter (a clone under /root). */
  passing: boolean
}

export async function chooseAccount(folder: string, data: string, binaries: Binaries): Promise<Account> {
  if (process.getuid?.() !== 0) return { ids: null, passing: false }
  // A folder keeps its first owner, even when a better account is created later.
  const ids = (await findOwner(folder)) ?? (await findIds('postgres')) ?? (await findIds('nobody'))
  if (!ids) throw new Error(unreachable(data))
  for (const passing of [false, true]) {
    const account = { ids, passing }
    if (await canReach(account, data, binaries)) return account
  }
  throw new Error(unreachable(data))
}

const unreachable = (data: string) =>
  `PostgreSQL refuses to run as root, and no other user can reach ${data} and the installed packages: start as an ordinary user, ` +
  'move both to a folder others may enter (--data for the data), or give a PostgreSQL 15+ server with DATABASE_URL.'

async function findOwner(folder: string): Promise<Account['ids']> {
  const found = await stat(folder).catch(() => null)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null
}

async function findIds(name: string): Promise<Account['ids']> {
  try {
    const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    // macOS gives nobody's -2 as an unsigned number; spawn wants it signed.
    return { uid: Number(user.stdout) | 0, gid: Number(group.stdout) | 0 }
  } catch {
    return null
  }
}

/** Asks the system itself, because modes, ACLs and mounts all have a say; `env test` asks it as initdb will. */
export async function canReach(account: Account, data: string, { postgres, share }: Binaries): Promise<boolean> {
  const question = 'env test -x "$0" && env test -r "$1" && env test -x "$2"'
  const child = spawnAs(account, '/bin/sh', ['-c', question, postgres, share, data], 'ignore')
  const code = await new Promise((resolve) => child.on('exit', resolve).on('error', resolve))
  return code === 0
}

/** In a session of its own, so that Ctrl-C in the terminal reaches us alone and we stop the database last. */
export function spawnAs(
  account: Account,
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
  if (!account.passing) return spawn(command, args, { ...options, ...account.ids })
  const { uid, gid } = account.ids
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  // Without the securebit access(2) would ignore the capability, and initdb asks it whether it may run postgres.
  const pass = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  return spawn('setpriv', [...user, ...pass, command, ...args], options)
}
