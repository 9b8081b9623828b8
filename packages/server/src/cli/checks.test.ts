import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judgeClock } from './checks-database.ts'
import { checkDisk, checkNode, judgeDisk } from './checks-machine.ts'

test('an old Node.js is not well', () => {
  expect(checkNode('20.1.0').state).toBe('ok')
  expect(checkNode('18.20.0')).toEqual({
    name: 'node',
    state: 'fail',
    says: 'Node.js 18.20.0: install Node.js 20 or newer',
  })
})

test('a disk that fills up is told before it is full', async () => {
  expect(judgeDisk(5e9, '/data')).toEqual({ name: 'disk', state: 'ok', says: '5.0 GB free at /data' })
  expect(judgeDisk(5e8, '/data').state).toBe('warn')
  expect(judgeDisk(5e7, '/data').state).toBe('fail')
  expect((await checkDisk(join(tmpdir(), 'not', 'made', 'yet'))).says).toContain('GB free')
})

test('clocks that drift apart are told', () => {
  expect(judgeClock(3)).toMatchObject({ state: 'ok', says: '3 ms between this machine and the database' })
  expect(judgeClock(5_000).state).toBe('warn')
  expect(judgeClock(90_000).state).toBe('fail')
})
