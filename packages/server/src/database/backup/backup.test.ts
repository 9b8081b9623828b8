import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../connect.ts'
import { type Embedded, startEmbedded } from '../embedded/open-embedded.ts'
import { backUp, restoreBackup } from './backup.ts'

let home: string
let server: Embedded
let sql: Database
const inHome = (name: string) => join(home, name)
const file = () => inHome('whole.backup')

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'heartbell-backup-'))
  await promisify(execFile)('chmod', ['711', home])
  server = await startEmbedded({ data: inHome('data'), role: 'server' })
  sql = connect({ url: server.url, connections: 1 })
  await sql`create table notes (note int primary key, at timestamptz not null default clock_timestamp())`
})
afterAll(async () => {
  await sql?.end({ timeout: 1 })
  await server?.stop()
  await rm(home, { recursive: true, force: true })
})

const take = (name: string) => backUp({ data: inHome('data'), file: inHome(name), release: '0.0.1' })

async function readNotes(data: string): Promise<number[]> {
  const restored = await startEmbedded({ data, role: 'command' })
  const sql = connect({ url: restored.url, connections: 1 })
  try {
    return (await sql<{ note: number }[]>`select note from notes order by note`).map(({ note }) => note)
  } finally {
    await sql.end({ timeout: 1 })
    await restored.stop()
  }
}

test('a backup made while rows are written contains every row acknowledged before its end', async () => {
  const acknowledged: { note: number; at: number }[] = []
  let isWriting = true
  const writing = (async () => {
    for (let note = 0; isWriting; note++) {
      await sql`insert into notes (note) values (${note})`
      acknowledged.push({ note, at: Date.now() })
    }
  })()
  const { finishedAt, fileBytes, files } = await take('whole.backup')
  isWriting = false
  await writing
  expect(fileBytes).toBe((await stat(file())).size)
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  const restored = await restoreBackup({ data: inHome('restored'), file: file() })
  expect(restored).toMatchObject({ files, head: { release: '0.0.1', postgres: 18 } })
  const found = new Set(await readNotes(inHome('restored')))
  const due = acknowledged.filter(({ at }) => at < finishedAt.getTime())
  expect(due.length).toBeGreaterThan(10)
  expect(due.filter(({ note }) => !found.has(note))).toEqual([])
  // No row that was never written, and no gaps.
  expect([...found]).toEqual(Array.from({ length: found.size }, (_, note) => note))
})

test('the file contains neither the server’s password nor its run-time files', async () => {
  const password = await readFile(join(inHome('data'), 'postgres', 'heartbell-password'), 'utf8')
  const text = gunzipSync(await readFile(file())).toString('latin1')
  expect(text).not.toContain(password)
  for (const name of ['postmaster.pid', 'postgresql.auto.conf', 'heartbell-password'])
    expect(text).not.toContain(`/${name}\0`)
  expect(await readFile(join(inHome('restored'), 'postgres', 'heartbell-password'), 'utf8')).not.toBe(password)
})

test('a finished backup leaves no replication slot', async () => {
  expect(await sql`select slot_name from pg_replication_slots`).toEqual([])
})

test('a file that is incomplete, damaged or not a backup is refused with a clear message and nothing is written', async () => {
  const whole = await readFile(file())
  const refuse = async (content: Buffer, sentence: RegExp) => {
    await writeFile(inHome('bad'), content)
    await expect(restoreBackup({ data: inHome('empty'), file: inHome('bad') })).rejects.toThrow(sentence)
    expect(await readdir(inHome('empty')).catch(() => [])).toEqual([])
  }
  await refuse(whole.subarray(0, Math.floor(whole.length / 2)), /incomplete or damaged/)
  await refuse(whole.subarray(0, whole.length - 9), /incomplete or damaged/)
  const flipped = Buffer.from(whole)
  flipped[Math.floor(whole.length / 2)]! ^= 0xff
  await refuse(flipped, /incomplete or damaged|checksum/)
  await refuse(Buffer.from('a text'), /not a Heartbell backup/)
  await refuse(Buffer.alloc(0), /incomplete or damaged/)
  await expect(restoreBackup({ data: inHome('empty'), file: inHome('nothing') })).rejects.toThrow('does not exist')
})

test('a folder that is not empty is refused and stays unchanged', async () => {
  await expect(restoreBackup({ data: inHome('restored'), file: file() })).rejects.toThrow('is not empty')
  expect((await readNotes(inHome('restored'))).length).toBeGreaterThan(10)
})

test('a backup replaces an older backup but never another file', async () => {
  const before = await readFile(file())
  await take('whole.backup')
  expect((await readFile(file())).equals(before)).toBe(false)
  await writeFile(inHome('letter.txt'), 'Dear Ada')
  await expect(take('letter.txt')).rejects.toThrow('is not a Heartbell backup')
  expect(await readFile(inHome('letter.txt'), 'utf8')).toBe('Dear Ada')
})

test('a partial file of a killed backup is removed by the next backup', async () => {
  // No process has this pid.
  await writeFile(inHome('whole.backup.4194999.partial'), 'half')
  await take('whole.backup')
  expect((await readdir(home)).filter((name) => name.endsWith('.partial'))).toEqual([])
})

test('a data folder without a database is refused, and none is created', async () => {
  await expect(backUp({ data: inHome('none'), file: inHome('x'), release: '' })).rejects.toThrow('There is no database')
  expect(await readdir(home)).not.toContain('none')
})

test('a backup without its WAL is refused', async () => {
  // The same file without its WAL: the archive is complete, the database would not be.
  const { readBackup, writeBackup } = await import('./backup-file.ts')
  const without = inHome('without-log.backup')
  await readBackup(file(), async ({ head, parts }) => {
    const kept = async function* () {
      for await (const part of parts) if (!/^pg_wal\/\w{24}$/.test(part.name)) yield part
    }
    await writeBackup(without, head, kept())
  })
  await expect(restoreBackup({ data: inHome('without'), file: without })).rejects.toThrow(/PostgreSQL/)
  expect(await readdir(inHome('without'))).toEqual([])
})
