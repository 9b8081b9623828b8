import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '../connect.ts'
import { type Embedded, startEmbedded } from './open-embedded.ts'

let free = 10 ** 12
const measure = vi.fn(async () => free)

let data: string
let running: Embedded
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-disk-'))
  await chmod(data, 0o711)
})
afterEach(() => running.stop())
afterAll(() => rm(data, { recursive: true, force: true }))

const megabytes = (count: number) => count * 1024 * 1024

test('before the disk is full writing stops and reading continues; with free space writing resumes', async () => {
  const onDiskSpace = vi.fn()
  running = await startEmbedded({ data, role: 'server', durable: false, onDiskSpace, measure })
  const sql = connect({ url: running.url, connections: 1 })
  await sql`create table notes (text text)`
  expect((await stat(join(data, 'spare'))).size).toBeGreaterThan(0)

  free = megabytes(63)
  await vi.waitFor(() => expect(onDiskSpace).toHaveBeenLastCalledWith(false, megabytes(63)), { timeout: 45_000 })
  await vi.waitFor(() => expect(sql`insert into notes values ('full')`).rejects.toMatchObject({ code: '25006' }), {
    timeout: 45_000,
  })
  expect(await sql`select text from notes`).toEqual([])
  await expect(stat(join(data, 'spare'))).rejects.toMatchObject({ code: 'ENOENT' })

  // Not at the first free megabyte, or it would switch back and forth.
  free = megabytes(70)
  measure.mockClear()
  await vi.waitFor(() => expect(measure.mock.calls.length).toBeGreaterThan(2), { timeout: 45_000 })
  expect(onDiskSpace).toHaveBeenCalledTimes(1)
  free = megabytes(200)
  await vi.waitFor(() => expect(onDiskSpace).toHaveBeenLastCalledWith(true, megabytes(200)), { timeout: 45_000 })
  await vi.waitFor(() => sql`insert into notes values ('space')`, { timeout: 45_000 })
  await sql.end()
})

test('a server stopped on a full disk writes again when it starts with free space', async () => {
  free = megabytes(10)
  running = await startEmbedded({ data, role: 'server', durable: false, measure })
  const run = async () => {
    const sql = connect({ url: running.url, connections: 1 })
    return await sql`insert into notes values ('again')`.finally(() => sql.end())
  }
  await expect(run()).rejects.toMatchObject({ code: '25006' })
  await running.stop()
  free = megabytes(200)
  running = await startEmbedded({ data, role: 'server', durable: false, measure })
  await vi.waitFor(run, { timeout: 45_000 })
})
