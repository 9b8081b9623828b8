/** A cluster from a base backup: unpacked beside its place, brought to the moment of the backup's end, and moved there whole. */
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../embedded/account.ts'
import { spawnAs } from '../embedded/account.ts'
import type { Binaries } from '../embedded/binaries.ts'
import { passwordFile } from '../embedded/cluster.ts'
import type { Part } from './base-backup.ts'

export type Place = { folder: string; account: Account; binaries: Binaries }

export type Unpacked = { files: number; bytes: number }

/** Nothing is left at `folder` when this fails. */
export async function restoreCluster(
  { folder, account, binaries }: Place,
  parts: AsyncIterable<Part>,
  onBytes: (bytes: number) => void = () => {},
): Promise<Unpacked> {
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
  account: Account,
  parts: AsyncIterable<Part>,
  onBytes: (bytes: number) => void,
): Promise<Unpacked> {
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

async function makeFolder(path: string, account: Account): Promise<void> {
  await mkdir(path, { mode: 0o700 })
  await own(path, account)
}

/** Under root PostgreSQL runs as another user. */
const own = async (path: string, { ids }: Account) => void (ids && (await chown(path, ids.uid, ids.gid)))

/**
 * PostgreSQL alone, without a port: it replays the log up to the backup's end, and refuses where that is missing. The password of
 * the server that was copied is not the restored one's.
 */
async function replayLog(folder: string, account: Account, { postgres }: Binaries, password: string): Promise<void> {
  const orders = ['postgres', 'heartbell'].map((role) => `alter role ${role} password '${password}'\n`)
  const said = await run(account, postgres, ['--single', '-D', folder, 'postgres'], orders.join(''))
  const problem = /(?:FATAL|PANIC|ERROR):\s+(.*)/.exec(said)?.[1]
  if (problem) throw new Error(`PostgreSQL refuses the restored files: ${problem}.`)
}

async function run(account: Account, command: string, args: string[], input = ''): Promise<string> {
  const child = spawnAs(account, command, args, 'pipe', 'pipe')
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text))
  child.stdin?.on('error', () => {}).end(input)
  const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
  if (code === 0) return said
  const reason = said
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^.*(FATAL|PANIC|ERROR):\s*/, '')
  throw new Error(`PostgreSQL can’t use the restored files: ${reason}.`)
}
