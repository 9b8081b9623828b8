/** The alert engine: plans and sends alerts, store by store in turn, until it is stopped. */
import type { Database } from '../database/connect.ts'
import { listen } from '../database/listen.ts'
import { planDigests } from '../domain/digests/plan-digests.ts'
import { decideFollowUps } from '../domain/follow-ups/decide-follow-ups.ts'
import { findStoresWithDueFollowUps } from '../domain/follow-ups/due-follow-ups.ts'
import { type BackgroundLook, startLoop } from '../domain/schedule/background-loop.ts'
import { alertChannel } from '../domain/schedule/scheduled-work.ts'
import type { Store } from '../domain/stores/stores.ts'
import { makeStoreTurns, type StoreTurnOptions } from './pacing/store-turns.ts'
import { makeSending, type SendingOptions } from './sending/sending.ts'

export type EngineOptions = Omit<SendingOptions, 'lease'> &
  StoreTurnOptions & {
    /** Plans a few triggers of a store: who gets a message. True when there is more to plan at once. */
    plan: (sql: Database, store: Store, most: number) => Promise<boolean>
    /** Milliseconds for which a delivery is claimed; renewed while it is being sent. */
    lease?: number | undefined
    /** Milliseconds between two looks when nothing wakes it. */
    tick?: number | undefined
  }

export type Engine = { stop(): Promise<void> }

/** One trigger of a store, then the next store's turn: with four at once all other stores waited a good third longer. */
const plansATurn = 1
const usualLease = 20_000
const usualTick = 1_000
const sweepEvery = 30_000
/** A follow-up is hours or days after the message: nobody misses seconds. */
const followUpTicks = 5

export async function startEngine(sql: Database, options: EngineOptions): Promise<Engine> {
  const { lease = usualLease, tick = usualTick } = options
  const warn = (error: unknown) => options.warn('the alert engine stopped short; the next look goes on', error)
  const loop = (look: BackgroundLook, every = tick) => startLoop({ look, tick: every, warn })

  const turns = makeStoreTurns(sql, options)
  options.metrics?.watchWork(turns.findOverdue)
  const planning = loop(turns.of('plan', (store) => options.plan(sql, store, plansATurn)))
  const claiming = loop(turns.of('send', (store) => sending.serve(store)))
  const followUps = turns.among('follow-up', findStoresWithDueFollowUps, (store) => decideFollowUps(sql, store))
  const following = loop(followUps, tick * followUpTicks)
  const sending = makeSending(sql, { ...options, lease }, claiming)
  const digesting = loop(turns.of('saved', (store) => planDigests(sql, store)))
  const renewing = loop(sending.renewLeases, lease / 3)
  const sweeping = loop(async () => {
    if ((await turns.scheduleForgotten()) > 0) claiming.wake()
    return false
  }, sweepEvery)
  const wake = () => {
    planning.wake()
    claiming.wake()
    digesting.wake()
  }
  const subscription = await listen(sql, alertChannel, wake, wake)
  return {
    stop: async () => {
      const loops = [planning, claiming, digesting, sweeping, following]
      const looking = Promise.all(loops.map((one) => one.stop()))
      await Promise.allSettled([subscription.unlisten(), looking])
      await sending.stop()
      await renewing.stop()
    },
  }
}
