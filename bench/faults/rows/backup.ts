/** A backup under load, killed once and then completed; restored, it contains every write acknowledged before its end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, copyFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../../../packages/server/src/database/connect.ts'
import { startEmbedded } from '../../../packages/server/src/database/embedded/open-embedded.ts'
import type { Row } from '../../setup/report.ts'
import { command, openDataFolder } from '../../setup/server.ts'
import { openShop } from '../../setup/shop.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { callsOf, layOut, refuseSilence, seedWriters } from '../writes/item-writes.ts'
import type { Ledger } from '../writes/ledger.ts'
import { runWriters } from '../writes/writers.ts'

const guards = {
  'older-backup': 'a backup from before the writes is restored instead',
  'half-backup': 'the partial file of the killed backup is used as a backup',
}

type BackupGuard = keyof typeof guards

export const backup: FaultRow = {
  name: 'backup',
  what: 'the database is backed up while clients write, the backup is killed once, and the file restored elsewhere',
  guards,
  async run({ seed, guard, size }) {
    const since = Date.now()
    const report = await backUpWhileWriting({
      ...{ writes: size('writes', 20_000, 600), seed },
      guard: guard as BackupGuard | undefined,
    })
    return writeRow(report, secondsSince(since))
  },
}

function writeRow({ due, lost, later, ...report }: BackupReport, took: string): Row {
  const { backupSeconds, restoreSeconds, bytes, dataBytes, halfBytes, named } = report
  const megabytes = (size: number) => `${(size / 1e6).toFixed(1)} MB`
  const detail = [
    `killed half-way with ${megabytes(halfBytes)} written: ${named ? 'half a file had the name of the backup' : 'no file had the backup’s name'}`,
    `whole in ${backupSeconds} s under load, ${megabytes(bytes)} for ${megabytes(dataBytes)}; restored in ${restoreSeconds} s`,
    `${due} writes acknowledged before its end: ${lost} lost; ${later} later ones are there as well`,
    took,
  ].join('; ')
  const holds = lost === 0 && !named && due > 0 && halfBytes > 0
  return { name: 'backup', value: lost + (named ? 1 : 0), unit: 'lost', bar: '0', holds, detail }
}

export type BackupReport = {
  /** Sent before the backup was done. */
  during: number
  /** Acknowledged before the moment up to which the backup claims to be complete. */
  due: number
  lost: number
  /** Acknowledged later, but in the file. */
  later: number
  /** What the killed backup had written, and whether it already had its final name. */
  halfBytes: number
  named: boolean
  backupSeconds: number
  restoreSeconds: number
  bytes: number
  dataBytes: number
}

export type BackupRun = { writes: number; seed: number; guard?: BackupGuard | undefined }

export async function backUpWhileWriting({ writes, seed, guard }: BackupRun): Promise<BackupReport> {
  const shop = await openShop({ flags: ['--no-alerts'] })
  const { data: home, remove } = await openDataFolder()
  try {
    const { data } = shop.server
    const file = join(home, 'heartbell.backup')
    const older = join(home, 'older.backup')
    if (guard === 'older-backup') await run(['backup', older, '--data', data, '--json'])
    const layout = layOut(writes)
    const ledger = inSlices(layout.ledger)
    await seedWriters(shop.sql, shop.store, layout)
    const call = callsOf(shop, layout)
    const write = async (count: number) => {
      ledger.allow(count)
      const writing = runWriters(ledger, { url: shop.server.url, clients: 16, seed, call })
      await Promise.race([writing, refuseSilence(ledger)])
    }
    await write(writes / 10)
    const half = await writeDuring(killHalfWay(file, data), write, ledger)
    const taken = await writeDuring(run(['backup', file, '--data', data, '--json']), write, ledger)
    const during = ledger.taken()
    await write(writes)
    const source = guard === 'older-backup' ? older : guard === 'half-backup' ? half.kept : file
    const restored = join(home, 'restored')
    const brought = await run(['restore', source, '--data', restored, '--json'])
    const there = await readWrites(restored, shop.store.storeId, layout.writeOf)
    const isDue = (write: number) => ledger.isAcknowledged(write) && ledger.timeOf(write) < Date.parse(taken.finishedAt)
    const all = Array.from({ length: writes }, (_, write) => write)
    const due = all.filter(isDue)
    return {
      during,
      due: due.length,
      lost: due.filter((write) => !there.has(write)).length,
      later: all.filter((write) => !isDue(write) && there.has(write)).length,
      ...{ halfBytes: half.bytes, named: half.named },
      ...{
        backupSeconds: taken.seconds,
        restoreSeconds: brought.seconds,
        bytes: taken.fileBytes,
        dataBytes: taken.bytes,
      },
    }
  } finally {
    await shop.close()
    await remove()
  }
}

/** The ledger, which issues writes in portions and knows when each was acknowledged. */
function inSlices(ledger: Ledger) {
  const times = new Float64Array(ledger.size)
  let allowed = 0
  let taken = 0
  return Object.assign(Object.create(ledger) as Ledger, {
    allow: (count: number) => {
      allowed = Math.min(ledger.size, taken + Math.ceil(count))
    },
    take: () => {
      const call = taken < allowed ? ledger.take() : null
      taken += call?.length ?? 0
      return call
    },
    acknowledge: (write: number) => {
      times[write] ||= Date.now()
      ledger.acknowledge(write)
    },
    timeOf: (write: number) => times[write]!,
    taken: () => taken,
  })
}

/** Clients write until the work is done: each time one fiftieth of what is left. */
async function writeDuring<Answer>(
  work: Promise<Answer>,
  write: (count: number) => Promise<void>,
  ledger: { readonly size: number; taken: () => number },
): Promise<Answer> {
  let isDone = false
  const done = work.finally(() => (isDone = true))
  done.catch(() => {})
  while (!isDone && ledger.taken() < ledger.size) await write((ledger.size - ledger.taken()) / 50)
  return await done
}

const start = (words: string[]): ChildProcess => spawn(process.execPath, [command, ...words])

async function run(words: string[]) {
  const child = start(words)
  let stdout = ''
  let stderr = ''
  child.stdout!.on('data', (text) => (stdout += text))
  child.stderr!.on('data', (text) => (stderr += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`heartbell ${words[0]} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

/** As soon as a part of the partial file is on disk. */
async function killHalfWay(file: string, data: string): Promise<{ bytes: number; named: boolean; kept: string }> {
  const child = start(['backup', file, '--data', data])
  const closed = once(child, 'close')
  const draft = `${file}.${child.pid}.partial`
  const sizeOf = () =>
    stat(draft).then(
      ({ size }) => size,
      () => 0,
    )
  while ((await sizeOf()) < 100_000 && child.exitCode === null) await pause(5)
  child.kill('SIGKILL')
  await closed
  const named = await access(file).then(
    () => true,
    () => false,
  )
  const kept = `${file}.half`
  await copyFile(draft, kept).catch(() => {})
  return { bytes: await sizeOf(), named, kept }
}

async function readWrites(
  data: string,
  storeId: number,
  writeOf: (listId: string, variantId: string) => number | null,
): Promise<Set<number>> {
  const names = await readdir(data)
  if (!names.includes('postgres')) throw new Error(`The restored folder holds ${names.join(', ')}.`)
  const embedded = await startEmbedded({ data, role: 'command' })
  const sql = connect({ url: embedded.url, connections: 1 })
  try {
    const rows = await sql<{ listId: string; variantId: string }[]>`
      select list_id, variant_id
      from items
      where store_id = ${storeId}`
    return new Set(rows.map(({ listId, variantId }) => writeOf(listId, variantId)!))
  } finally {
    await sql.end({ timeout: 1 })
    await embedded.stop()
  }
}
