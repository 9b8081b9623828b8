/** The queue before a provider, with a database that answers slowly. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { noting } from '../testing/engine.ts'
import { makeSendQueue, type Parcel } from './send-queue.ts'

const parcels = (count: number, askedAt: number) => {
  const provider = { name: 'test', channel: noting().channel }
  return Array.from({ length: count }, (_, n) => ({
    ...{ store: { storeId: 1 }, provider, delivery: { subscriptionId: String(n) }, askedAt },
  })) as unknown as Parcel[]
}

function open(ask: (asked: Parcel[]) => Promise<Set<Parcel>>) {
  const begun: Parcel[] = []
  const returned: Parcel[] = []
  const queue = makeSendQueue({
    ask,
    send: async (parcel) => {
      begun.push(parcel)
      await pause(1)
      return { isAnswered: true }
    },
    giveBack: (some) => returned.push(...some),
    onRoom: () => {},
  })
  return { queue, begun, returned }
}

test('what was asked long ago is asked again, and goes though the answer took long', async () => {
  let asks = 0
  const { queue, begun } = open(async (asked) => {
    asks++
    await pause(600)
    return new Set(asked)
  })
  queue.add(parcels(50, 0))
  await expect.poll(() => begun.length, { timeout: 30_000 }).toBe(50)
  expect(asks).toBeGreaterThan(0)
})

test('who has left meanwhile is given back and not sent', async () => {
  const { queue, begun, returned } = open(async (asked) => new Set(asked.slice(1)))
  const some = parcels(3, 0)
  queue.add(some)
  await expect.poll(() => begun.length, { timeout: 30_000 }).toBe(2)
  expect(returned).toEqual([some[0]])
})

test('what nobody could ask about is given back', async () => {
  const { queue, begun, returned } = open(() => Promise.reject(new Error('away')))
  queue.add(parcels(3, 0))
  await expect.poll(() => returned.length, { timeout: 30_000 }).toBe(3)
  expect(begun).toEqual([])
})
