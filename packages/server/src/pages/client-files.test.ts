import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../http/app.ts'
import { openTestApp, type TestApp } from '../http/testing/test-app.ts'
import { isNewerVersion } from './client-builds/versions.ts'
import { clientFileRoutes } from './client-files.ts'
import { writeRelease } from './testing/other-release.ts'

const folders = {
  '0.3.0': writeRelease({ version: '0.3.0', stamp: 'New', published: ['0.2.0', '0.1.0'], without: ['picker.js'] }),
  '0.2.0': writeRelease({ version: '0.2.0', stamp: 'Mid', published: ['0.1.0'] }),
}
/** A short value that a failed test can print. */
const digest = (text: string | Buffer) => createHash('sha256').update(text).digest('hex').slice(0, 12)
const textOf = (version: keyof typeof folders, file: string) => digest(readFileSync(join(folders[version], file)))

let shop: TestApp
const opened: FastifyInstance[] = []
/** A process of this release, with the database of the others. */
async function start(version: keyof typeof folders): Promise<FastifyInstance> {
  const mount = (scope: FastifyInstance) => clientFileRoutes(scope, shop, folders[version])
  const app = await buildApp({ sql: shop.sql, vault: shop.vault, mounts: [mount] })
  opened.push(app)
  return app
}
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(async () => {
  for (const app of opened) await app.close()
  await shop.close()
})

const ask = async (app: FastifyInstance, path: string, headers: Record<string, string> = {}) => {
  const reply = await app.inject({ url: `/client/${path}`, headers })
  const { statusCode: status, headers: answered, rawPayload } = reply
  return { status, headers: answered, rawPayload, caching: answered['cache-control'], text: digest(rawPayload) }
}
const immutable = 'public, max-age=31536000, immutable'

test('a version is cached for ever, latest for five minutes', async () => {
  const app = await start('0.2.0')
  expect(await ask(app, '0.2.0/core.js')).toMatchObject({
    status: 200,
    caching: immutable,
    text: textOf('0.2.0', 'core.js'),
  })
  expect(await ask(app, 'latest/core.js')).toMatchObject({ status: 200, caching: 'public, max-age=300' })
  const { headers } = await ask(app, '0.2.0/core.js')
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
  expect(await ask(app, '0.2.0/nothing.js')).toMatchObject({
    status: 404,
    headers: { 'access-control-allow-origin': '*' },
  })
  expect((await ask(app, '0.2.0/core.js.br')).status).toBe(404)
})

test('a version that was served before keeps its own files after an upgrade, byte for byte', async () => {
  await start('0.2.0')
  const app = await start('0.3.0')
  for (const file of ['core.js', 'picker.js', 'words-de.js', 'heartbell.css', 'manifest.json'])
    expect(await ask(app, `0.2.0/${file}`), file).toMatchObject({
      status: 200,
      caching: immutable,
      text: textOf('0.2.0', file),
    })
  expect((await ask(app, '0.3.0/core.js')).text).toBe(textOf('0.3.0', 'core.js'))
})

test('during a rolling deploy the older process serves the newer version, too', async () => {
  const older = await start('0.2.0')
  await start('0.3.0')
  expect(await ask(older, '0.3.0/core.js')).toMatchObject({ caching: immutable, text: textOf('0.3.0', 'core.js') })
})

test('a published version that was never served here gets this release’s files, for five minutes', async () => {
  const app = await start('0.3.0')
  expect(await ask(app, '0.1.0/core.js')).toMatchObject({
    status: 200,
    caching: 'public, max-age=300',
    text: textOf('0.3.0', 'core.js'),
  })
})

test('a file that this release no longer has is answered by the one that replaces the cache', async () => {
  const app = await start('0.3.0')
  expect((await ask(app, '0.1.0/picker.js')).text).toBe(textOf('0.3.0', 'renew.js'))
  expect((await ask(app, '0.1.0/picker.css')).status).toBe(404)
  expect((await ask(app, '0.3.0/picker.js')).status).toBe(404)
})

test('a newer version that nobody served is answered by this release, and stored nowhere', async () => {
  const app = await start('0.3.0')
  for (const version of ['0.3.1', '0.4.0', '1.0.0-rc.1'])
    expect(await ask(app, `${version}/core.js`)).toMatchObject({ status: 200, caching: 'no-store' })
})

test.each(['0.0.9', '0.2.1', '0.3.0-rc.1', 'banana', '..', '0.2', '1.2.3.4', '0.2.0%00', '99999999.0.0'])(
  'version %s was never published',
  async (version) => {
    const app = await start('0.3.0')
    expect((await ask(app, `${version}/core.js`)).status).toBe(404)
  },
)

test('brotli and gzip, of kept builds, too', async () => {
  await start('0.2.0')
  const app = await start('0.3.0')
  for (const version of ['0.2.0', '0.3.0'] as const) {
    const br = await ask(app, `${version}/core.js`, { 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(digest(brotliDecompressSync(br.rawPayload))).toBe(textOf(version, 'core.js'))
    const gzip = await ask(app, `${version}/core.js`, { 'accept-encoding': 'gzip' })
    expect(digest(gunzipSync(gzip.rawPayload))).toBe(textOf(version, 'core.js'))
  }
  // smaller than answers that are compressed on the way
  const css = await ask(app, '0.3.0/heartbell.css', { 'accept-encoding': 'br' })
  expect(digest(brotliDecompressSync(css.rawPayload))).toBe(textOf('0.3.0', 'heartbell.css'))
})

test('an unchanged file is not sent again', async () => {
  const app = await start('0.3.0')
  const { headers } = await ask(app, 'latest/core.js')
  const again = await ask(app, 'latest/core.js', { 'if-none-match': String(headers.etag), 'accept-encoding': 'br' })
  expect(again).toMatchObject({ status: 304, text: digest('') })
  expect((await ask(app, 'latest/core.js', { 'if-none-match': 'W/"other"' })).status).toBe(200)
})

test('which of two versions is newer', () => {
  expect(isNewerVersion('0.10.0', '0.9.9')).toBe(true)
  expect(isNewerVersion('0.9.9', '0.10.0')).toBe(false)
  expect(isNewerVersion('1.0.0', '1.0.0-rc.1')).toBe(true)
  expect(isNewerVersion('1.0.0-rc.1', '1.0.0')).toBe(false)
  expect(isNewerVersion('1.0.0', '1.0.0')).toBe(false)
  expect(isNewerVersion('1.0', '1.0.0')).toBeNull()
})
