/**
 * How an HTTP process leaves. A caller that keeps its connection open may ask at the very moment in which we close it, and
 * would hear nothing; so connections are closed by the answer that says so, and by force only when nobody has asked for a while.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Connections } from './connections.ts'
import type { Stopping } from './stop-signals.ts'

/** Asked to stop: nobody else may be listening here, so all goes on for `drain` until balancers have looked elsewhere. */
export async function drain(connections: Connections, millis: number, hurry: AbortSignal): Promise<void> {
  connections.sayGoodbye()
  if (millis > 0) await wait(millis, undefined, { signal: hurry }).catch(() => undefined)
  connections.stopAccepting()
  connections.closeIdle()
  await finish(connections, Math.min(FINISH, WITHIN - millis), hurry)
}

/** Long enough for any request that is well, and all of it short enough to stop the database within ten seconds too. */
const FINISH = 5_000
const WITHIN = 8_000

/** Relieved by a process that listens on the same port: who is connected is answered once more, whoever is new goes there. */
export async function giveWay(connections: Connections, stopping: Pick<Stopping, 'begun' | 'hurry'>): Promise<void> {
  const { begun, hurry } = stopping
  connections.sayGoodbye()
  connections.stopAccepting()
  await Promise.race([connections.closed, wait(LINGER, undefined, { signal: begun }).catch(() => undefined)])
  connections.closeIdle()
  begun.addEventListener('abort', () => setTimeout(connections.cut, FINISH).unref())
  await finish(connections, begun.aborted ? FINISH : PATIENT, hurry)
}

const LINGER = 5_000
/** Nobody waits for the one who was relieved: an upload may come to its end. */
const PATIENT = 60_000

async function finish({ cut, closed }: Connections, millis: number, hurry: AbortSignal): Promise<void> {
  if (hurry.aborted) cut()
  hurry.addEventListener('abort', cut)
  const late = setTimeout(cut, millis)
  await closed
  clearTimeout(late)
}
