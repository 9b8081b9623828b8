import { expect, test } from 'vitest'
import { readConfig } from '../settings/settings.ts'
import { writeAddress, writeBanner } from './banner.ts'

const ready = {
  url: 'http://127.0.0.1:4000',
  version: '1.2.3',
  demo: null,
  dashboard: 'http://127.0.0.1:4000/dashboard/welcome#once',
}

test('the banner shows all addresses', () => {
  const config = readConfig({ HEARTBELL_DATA: '/var/wishes' }, () => undefined)
  const demo = { pid: 'PID=', name: 'Fern & Field', apiKey: 'hbk_1' }
  const banner = writeBanner({ ...ready, config, demo })
  for (const part of [
    '1.2.3',
    ready.url,
    ready.dashboard,
    `${ready.url}/docs`,
    `${ready.url}/demo`,
    '/var/wishes',
    'Fern & Field',
    'PID=',
    'hbk_1',
  ]) {
    expect(banner).toContain(part)
  }
})

test('the banner never shows the password of the database', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://me:hush@db:5432/wishes' }, () => undefined)
  const banner = writeBanner({ ...ready, config, demo: { pid: 'PID=', name: 'Fern & Field' } })
  expect(banner).toContain('db:5432/wishes')
  expect(banner).not.toContain('hush')
  expect(banner).toContain('heartbell store key add PID=')
})

test.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://localhost:80'],
  ['::', 'http://localhost:80'],
  ['::1', 'http://[::1]:80'],
])('a server on %s is opened at %s', (host, address) => {
  expect(writeAddress(host, 80)).toBe(address)
})
