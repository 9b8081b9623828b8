/** The feed of events: a stable cursor for stores without webhooks, none skipped, none repeated, an old cursor refused. */
import { beforeEach, describe, expect, test } from 'vitest'
import { applyRetention } from '../../../domain/privacy/retention.ts'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { emitEvents } from '../../../domain/webhooks/events.ts'
import { basic, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let store: NewStore
beforeEach(async () => {
  store = await t.newStore()
})
const shirt = { epi: 111, empi: 11, du: 'https://shop.example/shirt' }

async function read(query = '', of: Pick<NewStore, 'pid' | 'apiKey'> = store) {
  const reply = await t.app.inject({ url: `/storeadmin/v3/events?${query}`, headers: { authorization: basic(of) } })
  return { status: reply.statusCode, body: reply.json() }
}
const after = (cursor: string) => `after=${encodeURIComponent(cursor)}`
const join = (name: string) =>
  t.admin(
    'bispa/subscriptions/create',
    { medium: 'email', mediumvalue: `${name}@shop.example`, products: [shirt], topics: ['backinstock'] },
    store,
  )
const names = (body: { events: { data: { mediumvalue?: string } }[] }) =>
  body.events.map(({ data }) => data.mediumvalue?.split('@')[0])

/** All pages from a cursor on. */
async function readAll(cursor: string | null, limit = 3) {
  const found: string[] = []
  let next = cursor
  for (;;) {
    const { body } = await read(`limit=${limit}${next ? `&${after(next)}` : ''}`)
    found.push(...body.events.map(({ id }: { id: string }) => id))
    next = body.cursor as string
    if (!body.hasmore) return { found, cursor: next }
  }
}

test('a store without webhooks reads its events page by page, and later what has happened since', async () => {
  for (const name of ['ada', 'ben', 'cleo']) await join(name)
  const first = await read('limit=2')
  expect([names(first.body), first.body.hasmore]).toEqual([['ada', 'ben'], true])
  expect(first.body.events[0]).toMatchObject({
    type: 'subscription.created',
    data: { topic: 'backinstock', epi: 111, empi: 11, medium: 'email', status: 'waiting' },
  })
  const second = await read(`limit=2&${after(first.body.cursor)}`)
  expect([names(second.body), second.body.hasmore]).toEqual([['cleo'], false])
  const empty = await read(after(second.body.cursor))
  expect(empty.body).toMatchObject({ events: [], hasmore: false })
  await join('dora')
  for (const cursor of [second.body.cursor, empty.body.cursor])
    expect(names((await read(after(cursor))).body)).toEqual(['dora'])
  // The same cursor gives the same page again.
  expect((await read(`limit=2&${after(first.body.cursor)}`)).body.events[0]).toEqual(second.body.events[0])
})

test('an event whose transaction commits after a later one was read is not skipped', async () => {
  const now = await t.storeNow(store)
  const event = (name: string) => [{ type: 'import.finished' as const, data: { name } }]
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  let written = () => {}
  const isWritten = new Promise<void>((done) => {
    written = done
  })
  const slow = t.sql.begin(async (sql) => {
    await emitEvents(sql, now, event('slow'))
    written()
    await held
  })
  await isWritten
  await emitEvents(t.sql, now, event('fast'))
  const first = await read()
  const read1 = first.body.events.map(({ data }: { data: { lname: string } }) => data.lname)
  release()
  await slow
  const second = await read(after(first.body.cursor))
  const read2 = second.body.events.map(({ data }: { data: { lname: string } }) => data.lname)
  expect([read1, read2]).toEqual([['fast'], ['slow']])
})

test('many writers and two readers: each reader gets every event once', async () => {
  const now = await t.storeNow(store)
  let isWriting = true
  const writer = async (of: number) => {
    for (let i = 0; i < 20; i++)
      await t.sql.begin(async (sql) => {
        await emitEvents(sql, now, [{ type: 'import.finished', data: { count: of * 100 + i } }])
        if (i % 3 === 0) await sql`select pg_sleep(${Math.random() / 50})`
      })
  }
  const reader = async () => {
    const found: string[] = []
    let cursor: string | null = null
    for (;;) {
      const last = !isWriting
      const page = await readAll(cursor, 7)
      found.push(...page.found)
      cursor = page.cursor
      if (last) return found
    }
  }
  const readers = [reader(), reader()]
  await Promise.all([1, 2, 3, 4].map(writer))
  isWriting = false
  for (const found of await Promise.all(readers)) expect([found.length, new Set(found).size]).toEqual([80, 80])
})

describe('a cursor', () => {
  test('that is too old is refused clearly, and a new start shows what is left', async () => {
    await join('ada')
    const { cursor } = (await read('limit=1')).body
    await join('ben')
    await join('cleo')
    const { storeId, settings } = await t.storeNow(store)
    await t.sql`
      update webhook_events set created_at = now() - interval '31 days'
      where store_id = ${storeId} and body like '%ben@%'`
    const old = Buffer.from(
      Buffer.from(cursor, 'base64url')
        .toString()
        .replace(/\d+$/, String(Date.now() - 32 * 86_400_000)),
    ).toString('base64url')
    expect(names((await read(after(old))).body)).toEqual(['ben', 'cleo'])
    await applyRetention(t.sql, { storeId, settings }, 100)
    const refused = await read(after(old))
    expect([refused.status, refused.body.type]).toEqual([409, 'cursor-too-old'])
    expect(refused.body.msg).toContain('Call without it')
    expect(names((await read()).body)).toEqual(['ada', 'cleo'])
    // One that was at the end after the deleted events is still good.
    expect(names((await read(after(cursor))).body)).toEqual(['cleo'])
  })

  test.each(['here', 'MQ', Buffer.from('x.1.1').toString('base64url')])('%j is refused', async (text) => {
    expect((await read(after(text))).body.type).toBe('invalid-after')
  })

  test('of another store, or from before a restore, is refused', async () => {
    const { cursor } = (await read('', t.store)).body
    expect((await read(after(cursor))).body.type).toBe('invalid-after')
    const own = Buffer.from((await read()).body.cursor as string, 'base64url').toString()
    const ahead = Buffer.from(own.replace(/\.\d+\./, '.999.')).toString('base64url')
    expect((await read(after(ahead))).body.type).toBe('invalid-after')
  })
})

test.each([
  ['limit=0', 400, 'invalid-limit'],
  ['limit=1001', 400, 'invalid-limit'],
  ['cursor=x', 400, 'invalid-cursor'],
])('%s is refused', async (query, status, type) => {
  const { status: got, body } = await read(query)
  expect([got, body.type]).toEqual([status, type])
})

test('events of lists are in it where the store asks for them, and none where it is off', async () => {
  const guest = async (of: NewStore) =>
    await t.shop('lists/create', await t.guest(undefined, of), { lname: 'Mine' }, of)
  await guest(store)
  expect((await read()).body.events).toEqual([])
  const all = await t.newStore('event-feed=all')
  await guest(all)
  expect((await read('', all)).body.events).toMatchObject([{ type: 'list.created' }])
  const off = await t.newStore('event-feed=off')
  expect((await read('', off)).body.type).toBe('event-feed-off')
})

test('a page of large events has a megabyte, and the next one the rest', async () => {
  const now = await t.storeNow(store)
  const large = { type: 'import.finished', data: { name: 'x'.repeat(250), title: 'y'.repeat(18_000) } } as const
  for (let i = 0; i < 4; i++)
    await emitEvents(
      t.sql,
      now,
      Array.from({ length: 20 }, () => large),
    )
  const first = (await read('limit=1000')).body
  expect([first.events.length > 50, first.events.length < 60, first.hasmore]).toEqual([true, true, true])
  const second = (await read(`limit=1000&${after(first.cursor)}`)).body
  expect([first.events.length + second.events.length, second.hasmore]).toEqual([80, false])
})

test('an empty cursor starts at the oldest event', async () => {
  await join('ada')
  expect(names((await read('after=')).body)).toEqual(['ada'])
})

test('it is the store’s own', async () => {
  await join('ada')
  expect((await read('', t.store)).body.events).toEqual([])
  expect((await read('', { ...store, apiKey: 'wrong' })).status).toBe(401)
})
