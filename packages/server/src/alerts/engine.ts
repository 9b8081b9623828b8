/** The clock's door: decides who is told and tells them, store by store in turn, until it is stopped. */
import type { Database } from '../database/connect.ts'
import { listen } from '../database/listen.ts'
import { findOverdue, findPid, findWokenStores, wakeForgotten } from '../domain/schedule/due-stores.ts'
import { alertChannel } from '../domain/schedule/scheduled-work.ts'
import type { Store } from '../domain/stores/stores.ts'
import { startLoop } from './pacing/loop.ts'
import { makeSending, type SendingOptions } from './sending/send.ts'

export type EngineOptions = Omit<SendingOptions, 'lease' | 'onRoom'> & {
  stores: { find(pid: string): Promise<Store | null> }
  /** Decides for a few triggers of a store who is told; true when there is more to decide at once. */
  plan: (sql: Database, store: Store, most: number) => Promise<boolean>
  /** Milliseconds for which a delivery is taken; kept longer while it is being sent. */
  lease?: number | undefined
  /** Milliseconds between two looks when nothing wakes it. */
  tick?: number | undefined
}

export type Engine = { stop(): Promise<void> }

/** One trigger of a store, then the next store's turn: with four at once everybody else waited a good third longer. */
const plansATurn = 1
const usualLease = 20_000
const usualTick = 1_000
const sweepEvery = 30_000

export async function startEngine(sql: Database, options: EngineOptions): Promise<Engine> {
  const { stores, warn, lease = usualLease, tick = usualTick } = options
  const sending = makeSending(sql, { ...options, lease, onRoom: () => senders.wake() })
  options.metrics?.watchWork(() => findOverdue(sql))
  const pids = new Map<number, string>()

  async function findStore(storeId: number): Promise<Store | null> {
    const pid = pids.get(storeId) ?? (await findPid(sql, storeId))
    if (pid !== null) pids.set(storeId, pid)
    return pid === null ? null : await stores.find(pid)
  }

  /** One turn of each store that has such work; the rest of a long queue waits until everybody had a turn. */
  const turn =
    (work: 'plan' | 'send', serve: (store: Store) => Promise<boolean>) => async (isStopped: () => boolean) => {
      let hasMore = false
      for (const storeId of await findWokenStores(sql, work)) {
        if (isStopped()) return false
        try {
          const store = await findStore(storeId)
          if (store && (await serve(store))) hasMore = true
        } catch (error) {
          // One store's fault is not the next one's.
          warn(`a store's alerts are left for the next look (${work})`, error)
        }
      }
      return hasMore
    }

  const loopOf = (look: (isStopped: () => boolean) => Promise<boolean>, every = tick) =>
    startLoop({ look, tick: every, warn: (error) => warn('alerts stopped short; the next look goes on', error) })
  const planners = loopOf(turn('plan', (store) => options.plan(sql, store, plansATurn)))
  const senders = loopOf(turn('send', sending.serve))
  const keeper = loopOf(sending.keep, lease / 3)
  const sweep = async () => {
    if ((await wakeForgotten(sql)) > 0) senders.wake()
    return false
  }
  const sweeper = loopOf(sweep, sweepEvery)
  const wake = () => {
    planners.wake()
    senders.wake()
  }
  const subscription = await listen(sql, alertChannel, wake, wake)
  return {
    stop: async () => {
      const looking = Promise.all([planners.stop(), senders.stop(), sweeper.stop()])
      await Promise.allSettled([subscription.unlisten(), looking])
      await sending.stop()
      await keeper.stop()
    },
  }
}
