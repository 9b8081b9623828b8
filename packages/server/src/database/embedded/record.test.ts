import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepBeating, refuseOtherPlace, writeRecord } from './owner-record.ts'

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-record-'))
})
afterEach(() => rm(data, { recursive: true }))

const elsewhere = () => writeFile(join(data, 'postgres.json'), JSON.stringify({ place: 'another-box' }))

test('a note from here, or none, refuses nothing', async () => {
  await refuseOtherPlace(data)
  await writeRecord(data, { url: 'postgres://', port: 1, pid: 1 })
  const remove = keepBeating(data)
  expect(JSON.parse(await readFile(join(data, 'postgres.json'), 'utf8'))).toMatchObject({ port: 1, pid: 1 })
  await refuseOtherPlace(data)
  await remove()
  await expect(stat(join(data, 'postgres.json'))).rejects.toThrow('ENOENT')
})

test('a living Heartbell in another container is respected', async () => {
  await elsewhere()
  const beat = setInterval(() => utimes(join(data, 'postgres.json'), new Date(), new Date()), 10)
  await expect(refuseOtherPlace(data, 20)).rejects.toThrow('Another Heartbell, on another-box, uses the data folder')
  clearInterval(beat)
})

test('a dead one is not', async () => {
  await elsewhere()
  await refuseOtherPlace(data, 5)
})
