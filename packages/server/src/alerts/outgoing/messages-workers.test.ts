/** Several senders at once, and one that crashes. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Channel, Outcome } from '../../channels/channel.ts'
import { openOutbox } from '../../channels/outbox.ts'
import { openSharing } from '../testing/shared-list.ts'
import { startMessages } from './messages.ts'

let s: Awaited<ReturnType<typeof openSharing>>
beforeAll(async () => {
  s = await openSharing()
})
afterAll(() => s.t.close())

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function send(channel: Channel, tick = 20) {
  const sender = await startMessages(s.t.sql, { find: async () => channel, warn: () => {}, firstDelay: 30, tick })
  open.push(() => sender.stop())
}

test('several senders share the work, and no message is sent by two of them', async () => {
  const times = new Map<string, number>()
  const slow: Channel = {
    send: async ({ messageId }): Promise<Outcome> => {
      times.set(messageId, (times.get(messageId) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, 30))
      return { kind: 'sent', providerId: 'slow' }
    },
    close: () => {},
  }
  const shoppers = await Promise.all([1, 2, 3].map((n) => s.t.account(`many${n}@example.com`)))
  const calls = shoppers.flatMap((shopper, n) =>
    Array.from({ length: 15 }, (_, m) => s.share(`many-${n}-${m}@example.org`, {}, shopper)),
  )
  await Promise.all([send(slow), send(slow), send(slow), ...calls])
  await vi.waitFor(async () => expect(await s.t.sql`select from messages where status = 'due'`).toHaveLength(0), {
    timeout: 45_000,
  })
  expect([...times.values()]).toEqual(Array(45).fill(1))
})

test('another sender replaces a crashed one after its lease, and the crashed one can’t undo its work', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const dying: Channel = { send: () => held.then(() => ({ kind: 'refused', reason: 'too late' })), close: () => {} }
  await send(dying, 600_000)
  await s.share('leased@example.org')
  await s.becomes('leased@example.org', { attempts: 1 })
  await send(openOutbox())
  expect(await s.kept('leased@example.org')).toMatchObject({ status: 'due', attempts: 1 })
  await s.t.sql`update messages set due_at = now() - interval '1 second'`
  await s.becomes('leased@example.org', { status: 'sent', attempts: 2 })
  release()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await s.kept('leased@example.org')).toMatchObject({ status: 'sent', attempts: 2, reason: null })
})
