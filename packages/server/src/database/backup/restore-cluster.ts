/**
 * Restores a cluster from a base backup: unpacks it next to its final place, replays its log to the end of the backup, then
 * renames it.
 */
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemAccount } from '../embedded/account.ts'
import { spawnAs } from '../embedded/account.ts'
import type { Binaries } from '../embedded/binaries.ts'
import { passwordFile } from '../embedded/cluster.ts'
import type { BackupPart } from './base-backup.ts'

export type RestoreTarget = { folder: string; account: SystemAccount; binaries: Binaries }

export type RestoredFiles = { files: number; bytes: number }

/** If this fails, nothing is left at `folder`. */
export async function restoreCluster(
  { folder, account, binaries }: RestoreTarget,
  parts: AsyncIterable<BackupPart>,
  onBytes: (bytes: number) => void = () => {},
): Promise<RestoredFiles> {
  const fresh = `${folder}.new-${randomBytes(6).toString('hex')}`
  try {
    await makeFolder(fresh, account)
    const unpacked = await unpack(fresh, account, parts, onBytes)
    const password = randomBytes(24).toString('base64url')
    await replayLog(fresh, account, binaries, password)
    await writeFile(passwordFile(fresh), password, { mode: 0o600 })
    await own(passwordFile(fresh), account)
    await rm(join(fresh, 'backup_label.old'), { force: true })
    await run(account, binaries.initdb, ['--sync-only', '-D', fresh])
    await rename(fresh, folder)
    return unpacked
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function unpack(
  fresh: string,
  account: SystemAccount,
  parts: AsyncIterable<BackupPart>,
  onBytes: (bytes: number) => void,
): Promise<RestoredFiles> {
  const unpacked = { files: 0, bytes: 0 }
  for await (const { name, kind, size, content } of parts) {
    const path = join(fresh, name)
    if (kind === 'folder') {
      await makeFolder(path, account)
      continue
    }
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of content()) {
        await file.writeFile(chunk)
        onBytes(chunk.length)
      }
    } finally {
      await file.close()
    }
    await own(path, account)
    unpacked.files++
    unpacked.bytes += size
  }
  return unpacked
}

async function makeFolder(path: string, account: SystemAccount): Promise<void> {
  await mkdir(path, { mode: 0o700 })
  await own(path, account)
}

/** When Heartbell runs as root, PostgreSQL runs as another user. */
const own = async (path: string, { ids }: SystemAccount) => void (ids && (await chown(path, ids.uid, ids.gid)))

/**
 * Runs PostgreSQL in single-user mode, without a port: it replays the WAL up to the end of the backup and fails if a part is
 * missing. The restored cluster gets a new password.
 */
async function replayLog(
  folder: string,
  account: SystemAccount,
  { postgres }: Binaries,
  password: string,
): Promise<void> {
  const orders = ['postgres', 'heartbell'].map((role) => `alter role ${role} password '${password}'\n`)
  const output = await run(account, postgres, ['--single', '-D', folder, 'postgres'], orders.join(''))
  const problem = /(?:FATAL|PANIC|ERROR):\s+(.*)/.exec(output)?.[1]
  if (problem) throw new Error(`PostgreSQL rejects the restored files: ${problem}.`)
}

async function run(account: SystemAccount, command: string, args: string[], input = ''): Promise<string> {
  const child = spawnAs(account, command, args, 'pipe', 'pipe')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  child.stdin?.on('error', () => {}).end(input)
  const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
  if (code === 0) return output
  const reason = output
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^.*(FATAL|PANIC|ERROR):\s*/, '')
  throw new Error(`PostgreSQL cannot use the restored files: ${reason}.`)
}
