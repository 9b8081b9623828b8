import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '../connect.ts'
import { packageFolder } from '../package-folder.ts'
import { type Embedded, type EmbeddedOptions, findEmbedded, startEmbedded } from './open-embedded.ts'
import { findPostmaster, isPostmaster } from './postmaster.ts'

const BUILT = new URL('dist/database/embedded/open-embedded.js', packageFolder).href
let data: string
let folder: string
let running: Embedded[] = []

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-embedded-'))
  folder = join(data, 'postgres')
  await chmod(data, 0o711)
})
afterEach(async () => {
  for (const one of running) await one.stop()
  running = []
})
afterAll(() => rm(data, { recursive: true, force: true }))

async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const embedded = await startEmbedded({ data, role: 'server', durable: false, ...options })
  running.push(embedded)
  return embedded
}

/** A server in its own process, so that it can be killed. */
async function startElsewhere(): Promise<ChildProcess> {
  const code = `const { startEmbedded } = await import('${BUILT}')
    await startEmbedded({ data: ${JSON.stringify(data)}, role: 'server', durable: true })
    process.send('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 2, 2, 'ipc'] })
  await Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error('it ended')))])
  return child
}

async function run(url: string, statement: string): Promise<unknown[]> {
  const sql = connect({ url, connections: 1 })
  return sql
    .unsafe(statement)
    .then((rows) => [...rows])
    .finally(() => sql.end())
}

const addNote = (url: string, text: string) =>
  run(url, `create table if not exists notes (text text); insert into notes values ('${text}')`)

const readNotes = async (url: string) =>
  (await run(url, 'select text from notes order by text')).map((row) => (row as { text: string }).text)

const readRecord = async () => JSON.parse(await readFile(join(data, 'postgres.json'), 'utf8'))

async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await vi.waitUntil(async () => !(await isPostmaster(pid, folder)), { timeout: 45_000, interval: 5 })
}

test('of several servers started together on an empty folder exactly one gets it', async () => {
  await startTogether(2)
})

test('it stops cleanly and its data survives', async () => {
  const first = await startEmbedded({ data, role: 'server' })
  const settings = await run(
    first.url,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`,
  )
  expect(settings).toHaveLength(3)
  expect(settings).not.toContainEqual(expect.objectContaining({ setting: 'off' }))
  await addNote(first.url, 'one')
  await first.stop()
  expect(await findPostmaster(folder)).toBeNull()
  await expect(stat(join(folder, 'postmaster.pid'))).rejects.toThrow('ENOENT')
  const second = await start()
  expect(await readNotes(second.url)).toEqual(['one'])
})

test('its password is required and readable only by the owner', async () => {
  const { url } = await start()
  await expect(run(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password authentication failed')
  expect((await stat(join(data, 'postgres.json'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'heartbell-password'))).mode & 0o777).toBe(0o600)
  expect(await readRecord()).toMatchObject({
    url,
    port: Number(new URL(url).port),
    pid: (await findPostmaster(folder))?.pid,
  })
})

test('the application is not a superuser', async () => {
  const { url } = await start()
  expect(await run(url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([{ rolsuper: false }])
})

test('other processes find it through the data folder while it runs', async () => {
  expect(await findEmbedded(data)).toBeNull()
  const { url, stop } = await start()
  expect(await findEmbedded(data)).toBe(url)
  await stop()
  expect(await findEmbedded(data)).toBeNull()
})

test('a second server on the same folder is refused with a clear message', async () => {
  const { url } = await start()
  await expect(start()).rejects.toThrow(
    `Another Heartbell server (process ${process.pid}) already uses the data folder ${data}`,
  )
  expect(await readNotes(url)).toContain('one')
})

test('of several servers started together on a folder with data exactly one gets it', async () => {
  await startTogether(4)
})

async function startTogether(count: number): Promise<void> {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => start()))
  const refused = starts.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))
  expect(refused).toHaveLength(count - 1)
  for (const message of refused) expect(message).toMatch(/^Another Heartbell server/)
  expect(await readdir(data)).not.toContainEqual(expect.stringContaining('.new-'))
}

test('a killed PostgreSQL is restarted at the same address with everything committed', async () => {
  const onRestart = vi.fn()
  const { url } = await start({ durable: true, onRestart })
  await addNote(url, 'two')
  await kill((await findPostmaster(folder))!.pid)
  // And again while it recovers.
  await kill((await vi.waitUntil(() => findPostmaster(folder), { timeout: 45_000, interval: 1 })).pid)
  await vi.waitFor(async () => expect(await readNotes(url)).toContain('two'), { timeout: 45_000 })
  expect(onRestart).toHaveBeenCalled()
  await vi.waitFor(async () => expect((await readRecord()).pid).toBe((await findPostmaster(folder))?.pid), {
    timeout: 45_000,
  })
  await expect(start()).rejects.toThrow('Another Heartbell server')
})

test.runIf(process.platform === 'linux')(
  'a process of a killed PostgreSQL that cannot exit by itself does not block the next start',
  async () => {
    const { url } = await start({ durable: true })
    const stuck = connect({ url, connections: 1 })
    const [backend] = await stuck<{ pid: number }[]>`select pg_backend_pid() as pid`
    // A stopped process cannot notice that its postmaster is gone, like one that waits for a lock forever.
    process.kill(backend!.pid, 'SIGSTOP')
    await kill((await findPostmaster(folder))!.pid)
    await vi.waitFor(async () => expect(await readNotes(url)).toContain('two'), { timeout: 60_000 })
    await stuck.end({ timeout: 0 })
  },
)

test('a PostgreSQL left behind by a killed server is taken over', async () => {
  const child = await startElsewhere()
  await addNote((await findEmbedded(data))!, 'three')
  const left = (await findPostmaster(folder))!
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { url } = await start()
  expect(await isPostmaster(left.pid, folder)).toBe(false)
  expect(await readNotes(url)).toEqual(['one', 'three', 'two'])
})

test('the folder is usable after the server and its PostgreSQL were both killed', async () => {
  const child = await startElsewhere()
  await addNote((await findEmbedded(data))!, 'four')
  const { pid } = (await findPostmaster(folder))!
  child.kill('SIGKILL')
  await kill(pid)
  const { url } = await start()
  expect(await readNotes(url)).toContain('four')
})

test('a lock file whose pid now belongs to an unrelated process is removed, and that process is not touched', async () => {
  const unrelated = spawn('sleep', ['60'])
  for (const pid of [unrelated.pid, process.pid]) {
    await writeFile(join(folder, 'postmaster.pid'), `${pid}\n${folder}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`)
    expect(await findEmbedded(data)).toBeNull()
    const { url, stop } = await start()
    expect(await readNotes(url)).toContain('four')
    await stop()
  }
  expect(unrelated.exitCode).toBeNull()
  unrelated.kill()
})

test('commands share one PostgreSQL and the one that started it lets the others finish', async () => {
  const first = await start({ role: 'command' })
  const second = await start({ role: 'command' })
  expect(second.url).toBe(first.url)
  const busy = connect({ url: second.url, connections: 1 })
  await busy`select 1`
  const leaving = first.stop()
  await vi.waitFor(() => expect(readNotes(first.url)).rejects.toThrow('shutting down'), { timeout: 45_000 })
  expect(await busy`select text from notes where text = 'one'`).toHaveLength(1)
  await busy.end()
  await second.stop()
  await leaving
  expect(await findPostmaster(folder)).toBeNull()
})

test('a server waits for the command that owns the folder, and commands use a running server', async () => {
  const command = await start({ role: 'command' })
  const server = start()
  await command.stop()
  const { url } = await server
  const guest = await start({ role: 'command' })
  expect(guest.url).toBe(url)
  await guest.stop()
  expect(await readNotes(url)).toContain('one')
})

test.runIf(process.getuid?.() === 0)(
  'as root, PostgreSQL runs as another user, even in a folder that only root may enter',
  async () => {
    for (const mode of [0o711, 0o700]) {
      await chmod(data, mode)
      const { url, stop } = await start()
      const { pid } = (await findPostmaster(folder))!
      expect((await stat(`/proc/${pid}`)).uid).not.toBe(0)
      expect((await stat(folder)).uid).not.toBe(0)
      expect(await readNotes(url)).toContain('one')
      await stop()
    }
  },
)

test('data of another PostgreSQL release is refused with a clear message', async () => {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8')
  await writeFile(join(folder, 'PG_VERSION'), '12\n')
  await expect(start()).rejects.toThrow(/was written by PostgreSQL 12, but this Heartbell ships PostgreSQL 18/)
  await writeFile(join(folder, 'PG_VERSION'), version)
})
