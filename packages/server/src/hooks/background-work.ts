/** Background work of this entry point: platforms' messages that are stored and not applied, and feeds that are due. */
import type { BackgroundLoop } from '../domain/schedule/background-loop.ts'
import { startLeasedWork } from '../domain/schedule/leased-work.ts'
import { type InboundDeps, makeInboundWork } from './platforms/inbound-work.ts'
import { makeFeedWork } from './poll-feeds.ts'

const usualTick = 5_000

/** Two loops, so that a large feed delays no message. */
export async function startHookWork(deps: InboundDeps, tick = usualTick): Promise<Pick<BackgroundLoop, 'stop'>> {
  const loops = [
    await startLeasedWork(deps.sql, makeInboundWork(deps), { name: 'messages of platforms', tick }),
    await startLeasedWork(deps.sql, makeFeedWork(deps), { name: 'feeds', tick }),
  ]
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) }
}
