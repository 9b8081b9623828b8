import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDue } from '../domain/schedule/leased-work.ts'
import { makeFeedWork } from './poll-feeds.ts'
import { openHookTest } from './testing/platforms.ts'

let t: Awaited<ReturnType<typeof openHookTest>>
beforeAll(async () => {
  t = await openHookTest()
})
afterAll(() => t.close())

// proves C5.feed-ways
test('a feed is read when it is due and has changed, and the result is shown', async () => {
  let feed = 'id,title,availability,quantity\n1,Tea,in_stock,3\n'
  let version = 1
  const asked: unknown[] = []
  const server = createServer((request, reply) => {
    asked.push(request.headers['if-none-match'])
    if (version === 0) return void reply.writeHead(500).end()
    if (request.headers['if-none-match'] === `"${version}"`) return void reply.writeHead(304).end()
    reply.writeHead(200, { etag: `"${version}"` }).end(feed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await t.connect('google-feed', { url: `http://127.0.0.1:${port}/feed.csv` })
  const { storeId } = t.store
  const look = async () => {
    await t.sql`update integrations set due_at = now() - interval '1 second' where store_id = ${storeId} and kind = 'google-feed'`
    expect(await serveDue(makeFeedWork({ ...t, warn: () => undefined }))).toBe(true)
    const [row] = await t.sql`
      select check_result, due_at > now() as is_later from integrations where store_id = ${storeId} and kind = 'google-feed'`
    expect(row!.isLater).toBe(true)
    return row!.checkResult
  }
  expect(await serveDue(makeFeedWork({ ...t, warn: () => undefined }))).toBe(true)
  expect(await serveDue(makeFeedWork({ ...t, warn: () => undefined }))).toBe(false)
  expect(await t.variant(storeId, '1')).toMatchObject({ title: 'Tea', stock: 3 })
  expect(await look()).toMatch(/Not changed/)
  feed += '2,Coffee,in_stock,1\n'
  version = 2
  expect(await look()).toMatch(/2 products: 1 new/)
  expect(asked).toEqual([undefined, '"1"', '"1"'])
  version = 3
  feed = 'id,title\n1,Tea\n'
  expect(await look()).toMatch(/1 are missing/)
  version = 0
  expect(await look()).toMatch(/answered 500/)
  server.closeAllConnections()
  server.close()
})
