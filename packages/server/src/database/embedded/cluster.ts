/** The cluster: the folder with PostgreSQL's data files, created once, with its own password. */
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type SystemAccount, spawnAs } from './account.ts'
import type { Binaries } from './binaries.ts'

export type Cluster = { folder: string; password: string }

export const passwordFile = (folder: string) => join(folder, 'heartbell-password')

export async function openCluster(
  folder: string,
  account: SystemAccount,
  binaries: Binaries,
  durable: boolean,
): Promise<Cluster> {
  const version = await readVersion(folder)
  if (version === null) await makeCluster(folder, account, binaries, durable)
  else if (version !== binaries.major) {
    throw new Error(
      `The data in ${folder} was written by PostgreSQL ${version}, but this Heartbell ships PostgreSQL ${binaries.major}: ` +
        'dump it with the older release and restore it into a new folder, or serve it with DATABASE_URL.',
    )
  }
  return readCluster(folder)
}

export async function readCluster(folder: string): Promise<Cluster> {
  return { folder, password: await readFile(passwordFile(folder), 'utf8') }
}

/** Null when there is no cluster yet. */
export async function readVersion(folder: string): Promise<number | null> {
  try {
    return Number.parseInt(await readFile(join(folder, 'PG_VERSION'), 'utf8'), 10)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Created next to its final place and renamed when complete, so that neither a crash nor a second start leaves half a cluster.
 */
async function makeCluster(
  folder: string,
  account: SystemAccount,
  { initdb }: Binaries,
  durable: boolean,
): Promise<void> {
  await removeAbandoned(folder)
  const fresh = `${folder}.new-${randomBytes(6).toString('hex')}`
  const passwordPath = `${fresh}.password`
  try {
    await writeFile(passwordPath, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (account.ids) await chown(passwordPath, account.ids.uid, account.ids.gid)
    await makeOwnedFolder(fresh, account)
    await runInitdb(initdb, fresh, passwordPath, account, durable)
    await rename(passwordPath, passwordFile(fresh))
    await rename(fresh, folder)
    await syncFolder(dirname(folder))
  } catch (error) {
    // Another process created the cluster first; use that one.
    if ((await readVersion(folder)) === null) throw error
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(passwordPath, { force: true })
  }
}

async function makeOwnedFolder(folder: string, { ids }: SystemAccount): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  if (ids) await chown(folder, ids.uid, ids.gid)
}

/** The built-in locale C.UTF-8 sorts the same on every machine, independent of installed locales. */
async function runInitdb(
  initdb: string,
  folder: string,
  passwordPath: string,
  account: SystemAccount,
  durable: boolean,
) {
  const args = ['-D', folder, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordPath}`, '-E', 'UTF8']
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions')
  if (!durable) args.push('--no-sync')
  const child = spawnAs(account, initdb, args, 'pipe')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
  if (code !== 0)
    throw new Error(`PostgreSQL could not create its data folder ${folder}: ${output.trim().split('\n').at(-1)}`)
}

/** A rename is durable only after its parent folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const ABANDONED_AFTER = 10 * 60_000

async function removeAbandoned(folder: string): Promise<void> {
  const parent = dirname(folder)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue
    const found = await stat(join(parent, name)).catch(() => null)
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER) await rm(join(parent, name), { recursive: true })
  }
}
