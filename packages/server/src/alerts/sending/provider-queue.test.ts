/** The queue of a provider, on a fake clock, with a database that answers slowly or not at all. */
import { expect, test } from 'vitest'
import type { Provider } from '../providers/providers.ts'
import { noting } from '../testing/engine.ts'
import type { QueuedDelivery } from './deliveries.ts'
import {
  endPause,
  endRecheck,
  endSend,
  enqueue,
  findRoom,
  hasRoomAgain,
  isUnused,
  makeProviderQueue,
  nextStep,
  type ProviderQueue,
  type RecheckStep,
  type Step,
} from './provider-queue.ts'

function open(more: Partial<Provider> = {}) {
  const provider = { name: 'test', channel: noting().channel, ...more }
  const queue = makeProviderQueue(provider, { failures: 1, first: 100 })
  const add = (count: number, { storeId = 1, checkedAt = 0 } = {}) => {
    const queued = Array.from({ length: count }, (_, n) => ({
      ...{ store: { storeId }, provider, delivery: { subscriptionId: String(n) }, checkedAt },
    })) as unknown as QueuedDelivery[]
    for (const one of queued) enqueue(queue, one)
    return queued
  }
  return { queue, add }
}

/** Starts everything that can start now. */
function begin(queue: ProviderQueue, now: number): Step[] {
  const steps: Step[] = []
  for (let step = nextStep(queue, now); step; step = nextStep(queue, now)) steps.push(step)
  return steps
}

const sentOf = (steps: Step[]) => steps.flatMap((step) => (step.kind === 'send' ? [step.queued] : []))

function recheckOf([step, ...others]: Step[]) {
  expect([step?.kind, others]).toEqual(['recheck', []])
  return step as RecheckStep
}

test('a check that is too old is repeated, and deliveries are sent although the answer was slow', () => {
  const { queue, add } = open()
  const queued = add(50)
  const sent: QueuedDelivery[] = []
  let rechecks = 0
  for (let now = 10_000; sent.length < 50; now += 600) {
    const steps = begin(queue, now)
    const some = sentOf(steps)
    sent.push(...some)
    for (const _ of some) endSend(queue, { isAnswered: true }, now)
    if (some.length > 0) continue
    rechecks++
    // The database answered after the check had expired.
    endRecheck(queue, recheckOf(steps), new Set(queued), now + 600)
    sent.push(...sentOf(begin(queue, now + 600)))
    while (queue.running > 0) endSend(queue, { isAnswered: true }, now + 600)
  }
  expect(sent).toEqual(queued)
  expect(rechecks).toBeGreaterThan(0)
})

test('a delivery that is no longer due is not sent', () => {
  const { queue, add } = open()
  const [left, ...others] = add(3)
  endRecheck(queue, recheckOf(begin(queue, 10_000)), new Set(others), 10_010)
  const sent = sentOf(begin(queue, 10_010))
  expect(sent).toEqual(others)
  expect(sent).not.toContain(left)
})

test('without an answer of the database nothing is sent', () => {
  const { queue, add } = open()
  add(3)
  endRecheck(queue, recheckOf(begin(queue, 10_000)), new Set(), 10_010)
  expect(begin(queue, 10_010)).toEqual([])
  expect(hasRoomAgain(queue, 1)).toBe(false)
  expect(isUnused(queue)).toBe(true)
})

test('while one store is rechecked another sends, each in turn, twenty at once', () => {
  const { queue, add } = open()
  add(5, { storeId: 1, checkedAt: 0 })
  add(12, { storeId: 2, checkedAt: 1000 })
  add(12, { storeId: 3, checkedAt: 1000 })
  const [first, ...others] = begin(queue, 1000)
  expect(first!.kind).toBe('recheck')
  const order = sentOf(others).map(({ store }) => store.storeId)
  expect(order).toEqual(Array(10).fill([2, 3]).flat())
})

test('a full queue asks for more deliveries once, when it has room again', () => {
  const { queue, add } = open()
  add(150, { checkedAt: 0 })
  expect(findRoom(queue, 1, 0)).toEqual({ most: 0 })
  const relieved: number[] = []
  for (let sent = 0; sent < 150; sent++) {
    nextStep(queue, 0)
    endSend(queue, { isAnswered: true }, 0)
    if (hasRoomAgain(queue, 1)) relieved.push(150 - sent - 1)
  }
  expect(relieved).toEqual([100])
  expect(isUnused(queue)).toBe(true)
})

test('deliveries of a provider that is down are released, and the provider is tried with one delivery', () => {
  const { queue, add } = open()
  const queued = add(3, { checkedAt: 0 })
  nextStep(queue, 0)
  endSend(queue, { isAnswered: false }, 0)
  expect(begin(queue, 10)).toEqual([{ kind: 'release', queued: queued.slice(1) }])
  expect([findRoom(queue, 1, 10), findRoom(queue, 1, 100)]).toEqual([{ after: 90 }, { most: 1 }])
  add(2, { checkedAt: 100 })
  expect(sentOf(begin(queue, 100))).toHaveLength(1)
  expect(findRoom(queue, 1, 100)).toEqual({ after: 1000 })
  endSend(queue, { isAnswered: true }, 110)
  expect(sentOf(begin(queue, 110))).toHaveLength(1)
})

test('a provider whose rate is used up pauses once, for the time that the rate requires', () => {
  const { queue, add } = open({ limits: { perSecond: 2 } })
  add(3, { checkedAt: 0 })
  const steps = begin(queue, 100)
  expect(steps.map(({ kind }) => kind)).toEqual(['send', 'send', 'pause'])
  expect(steps[2]).toEqual({ kind: 'pause', millis: 1000 })
  endPause(queue)
  expect(recheckOf(begin(queue, 1100)).queued).toHaveLength(1)
})
