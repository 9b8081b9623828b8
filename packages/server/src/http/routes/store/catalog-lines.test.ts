import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { basic, type Reply, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let port: number
beforeAll(async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as AddressInfo).port
})

const path = '/storeadmin/v3/catalog/products'
const ndjson = { 'content-type': 'application/x-ndjson' }

type Sender = { pid: string; apiKey: string }

/** Over a real connection, in pieces that don't end where lines end. */
async function stream(lines: Iterable<string | Buffer>, as: Sender, to = path) {
  const reply = await fetch(`http://127.0.0.1:${port}${to}`, {
    method: 'POST',
    headers: { ...ndjson, authorization: basic(as) },
    body: Readable.toWeb(Readable.from(lines)) as unknown as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  return { status: reply.status, body: (await reply.json()) as Reply['body'] }
}

async function held(store: Sender) {
  const [row] = await t.sql`
    select count(*) as variants, (
      select count(*)
      from stock_moves
      where store_id = ${(await t.storeNow(store as never)).storeId}
    ) as moves
    from variants
    where store_id = ${(await t.storeNow(store as never)).storeId}`
  return row
}

function* cut(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

// proves C5.ndjson, C7.ndjson
test('a stream of 20,000 lines is stored whole, and its few bad lines are reported by number', async () => {
  const store = await t.newStore()
  const bad: Record<number, string> = {
    1: '{"epi":',
    7777: '{"empi":1}',
    12345: '{"epi":1,"empi":1,"pr":-5}',
    20000: '["not a product"]',
  }
  const lines = Array.from(
    { length: 20_000 },
    (_, i) =>
      bad[i + 1] ??
      JSON.stringify({ epi: 1000 + i, empi: 1 + (i >> 2), dt: `Produkt № ${i} – größer`, stk: i % 9, pr: 9.5 }),
  )
  const text = lines.join('\n')
  expect(Buffer.byteLength(text)).toBeGreaterThan(1024 * 1024)
  const done = await stream(cut(text, 16_001), store)
  expect(done).toEqual({
    status: 200,
    body: {
      products: 19_996,
      refused: 4,
      lines: [
        { line: 1, msg: 'line is not valid JSON' },
        { line: 7777, msg: 'epi is required' },
        { line: 12_345, msg: expect.stringContaining('pr must be a price') },
        { line: 20_000, msg: expect.stringContaining('must be an object') },
      ],
    },
  })
  expect(await held(store)).toEqual({ variants: 19_996, moves: 19_996 })
  // Sent again after a lost answer, nothing is stored twice.
  expect((await stream(cut(text, 100_003), store)).body.products).toBe(19_996)
  expect(await held(store)).toEqual({ variants: 19_996, moves: 19_996 })
})

test('line ends of every kind, empty lines, a byte order mark and a last line without an end', async () => {
  const store = await t.newStore()
  const text = '\ufeff{"epi":1,"empi":1}\r\n\n   \n{"epi":2,"empi":1}\n{"epi":9007199254740993,"empi":1}\nrubbish'
  const { body } = await stream(cut(text, 1), store)
  expect(body).toEqual({ products: 3, refused: 1, lines: [{ line: 6, msg: 'line is not valid JSON' }] })
})

test('lines that are not text or too long are reported, and the rest is stored', async () => {
  const store = await t.newStore()
  const lines = [
    Buffer.from([0x22, 0xff, 0x22, 0x0a]),
    `${'x'.repeat(3_000_000)}\n`,
    '{"epi":1,"empi":1,"dt":"\\u0000"}\n',
    `${'['.repeat(9999)}${']'.repeat(9999)}\n`,
    '{"epi":5,"empi":1}',
  ]
  const { body } = await stream(lines, store)
  expect(body.products).toBe(1)
  expect(body.lines).toEqual([
    { line: 1, msg: 'line is not UTF-8' },
    { line: 2, msg: 'line is longer than 262144 bytes' },
    { line: 3, msg: expect.stringContaining('dt contains a NUL') },
    { line: 4, msg: 'line must be at most 64 levels deep' },
  ])
})

test('of many bad lines the first thousand are reported and all are counted', async () => {
  const { body } = await stream(cut('no\n'.repeat(5000), 4096), await t.newStore())
  expect([body.products, body.refused, body.lines.length, body.lines[999].line]).toEqual([0, 5000, 1000, 1000])
})

test('of a variant sent twice in a stream the later fields win', async () => {
  const store = await t.newStore()
  const lines = Array.from({ length: 2500 }, (_, i) => `{"epi":7,"empi":1,"dt":"${i}","stk":${i}}\n`)
  await stream(lines, store)
  const page = await t.app.inject({ url: path, headers: { authorization: basic(store) } })
  expect(page.json().products).toMatchObject([{ dt: '2499', stk: 2499 }])
})

test('an empty stream is not an error', async () => {
  expect((await stream([''], await t.newStore())).body).toEqual({ products: 0, refused: 0, lines: [] })
})

test('a wrong key is refused before the stream is read', async () => {
  let asked = 0
  const endless = (function* () {
    for (;;) yield `{"epi":${asked++},"empi":1}\n`.repeat(1000)
  })()
  const call = httpRequest({ port, path, method: 'POST', headers: { ...ndjson, authorization: 'Basic eDp5' } })
  call.on('error', () => undefined)
  Readable.from(endless)
    .on('error', () => undefined)
    .pipe(call)
  const [reply] = await once(call, 'response')
  expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Basic/)])
  call.destroy()
})

// proves C1.status-415
test('elsewhere a stream of lines is 415', async () => {
  for (const to of [`${path}/delete`, '/storeadmin/v3/catalog/stock'])
    expect(await stream(['{}'], t.store, to)).toMatchObject({ status: 415, body: { error: true } })
})

test('a stream that breaks off leaves what was stored, and sent again it is whole', async () => {
  const store = await t.newStore()
  const line = (i: number) => `{"epi":${i},"empi":1,"stk":1}\n`
  const all = Array.from({ length: 3000 }, (_, i) => line(i))
  const call = httpRequest({ port, path, method: 'POST', headers: { ...ndjson, authorization: basic(store) } })
  call.on('error', () => undefined)
  call.write(all.slice(0, 2500).join(''))
  while (((await held(store))?.variants ?? 0) < 2000) await wait(10)
  call.destroy()
  expect((await stream(all, store)).body.products).toBe(3000)
  expect(await held(store)).toEqual({ variants: 3000, moves: 3000 })
})

test('a fault of the database in the middle is answered, and the process lives', async () => {
  const store = await t.newStore()
  const { storeId } = await t.storeNow(store)
  await t.sql.unsafe(
    `alter table variants add constraint no_1500 check (store_id <> ${storeId} or variant_id <> '1500')`,
  )
  const lines = Array.from({ length: 5000 }, (_, i) => `{"epi":${i},"empi":1}\n`)
  // The sender pauses while the bad batch is stored, so nothing awaits that batch yet.
  const halting = async function* () {
    yield lines.slice(0, 2500).join('')
    await wait(500)
    yield lines.slice(2500).join('')
  }
  const reply = await t.app.inject({
    method: 'POST',
    url: path,
    headers: { ...ndjson, authorization: basic(store) },
    payload: Readable.from(halting()),
  })
  await t.sql.unsafe('alter table variants drop constraint no_1500')
  expect([reply.statusCode, reply.json().type]).toEqual([500, 'internal-error'])
  expect((await stream(lines, store)).body.products).toBe(5000)
  expect(await held(store)).toEqual({ variants: 5000, moves: 0 })
})
