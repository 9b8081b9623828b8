import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refuseOtherMachine, startHeartbeat, writeRecord } from './owner-record.ts'

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-record-'))
})
afterEach(() => rm(data, { recursive: true }))

const elsewhere = () => writeFile(join(data, 'postgres.json'), JSON.stringify({ place: 'another-box' }))

test('a record of this machine, or none, is accepted', async () => {
  await refuseOtherMachine(data)
  await writeRecord(data, { url: 'postgres://', port: 1, pid: 1 })
  const remove = startHeartbeat(data)
  expect(JSON.parse(await readFile(join(data, 'postgres.json'), 'utf8'))).toMatchObject({ port: 1, pid: 1 })
  await refuseOtherMachine(data)
  await remove()
  await expect(stat(join(data, 'postgres.json'))).rejects.toThrow('ENOENT')
})

test('a folder in use by another container is refused', async () => {
  await elsewhere()
  const heartbeat = setInterval(() => utimes(join(data, 'postgres.json'), new Date(), new Date()), 10)
  await expect(refuseOtherMachine(data, 20)).rejects.toThrow(
    'Another Heartbell on another-box already uses the data folder',
  )
  clearInterval(heartbeat)
})

test('a record without a heartbeat is ignored', async () => {
  await elsewhere()
  await refuseOtherMachine(data, 5)
})
