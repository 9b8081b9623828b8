/** The queues of all providers that this worker sends through. */
import type { Channel } from '../../channels/channel.ts'
import type { CircuitOptions } from '../pacing/circuit.ts'
import type { Provider } from '../providers/providers.ts'
import type { QueuedDelivery } from './deliveries.ts'
import {
  enqueue,
  findRoom,
  isUnused,
  makeProviderQueue,
  type ProviderQueue,
  type Room,
  takeAll,
} from './provider-queue.ts'

export type SendQueue = {
  room(storeId: number, provider: Provider): Room
  /** Gives the queues that now have more to send. */
  add(queued: QueuedDelivery[]): Set<ProviderQueue>
  /** Forgets the queue of a provider that nothing waits for. */
  tidy(queue: ProviderQueue): void
  /** Empties all queues. */
  takeAll(): QueuedDelivery[]
  circuits(): { name: string; isOpen: boolean }[]
}

export function makeSendQueue(circuit?: CircuitOptions): SendQueue {
  // A channel is one account with one provider: stores that share it share its limits and its outages.
  const queues = new Map<Channel, ProviderQueue>()
  const queueOf = (provider: Provider): ProviderQueue => {
    const queue = queues.get(provider.channel) ?? makeProviderQueue(provider, circuit)
    queues.set(provider.channel, queue)
    return queue
  }
  return {
    room: (storeId, provider) => findRoom(queueOf(provider), storeId, performance.now()),
    add: (queued) => {
      for (const one of queued) enqueue(queueOf(one.provider), one)
      return new Set(queued.map(({ provider }) => queueOf(provider)))
    },
    tidy: (queue) => {
      if (isUnused(queue)) queues.delete(queue.provider.channel)
    },
    takeAll: () => [...queues.values()].flatMap(takeAll),
    circuits: () =>
      [...queues.values()].map(({ provider, circuit }) => ({
        name: provider.name,
        isOpen: circuit.openUntil() !== null,
      })),
  }
}
