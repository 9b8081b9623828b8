/**
 * Graceful shutdown of an HTTP process. A client with a keep-alive connection may send a request at the very moment we close it,
 * and would get no response. So a response with `connection: close` ends the connection, and only idle connections are closed by
 * force.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Connections } from './connections.ts'
import type { Stopping } from './stop-signals.ts'

/** Stop requested: no other process may listen here, so serve for `millis` more, until load balancers have noticed. */
export async function drain(connections: Connections, millis: number, hurry: AbortSignal): Promise<void> {
  connections.announceClose()
  if (millis > 0) await wait(millis, undefined, { signal: hurry }).catch(() => undefined)
  connections.stopAccepting()
  connections.closeIdle()
  await finish(connections, Math.min(FINISH_MILLIS, TOTAL_MILLIS - millis), hurry)
}

/** Milliseconds: long enough for any normal request, and in total short enough to stop the database within ten seconds too. */
const FINISH_MILLIS = 5_000
const TOTAL_MILLIS = 8_000

/** Replaced by a process on the same port: open connections get one more response, new ones go to the other process. */
export async function handOver(connections: Connections, stopping: Pick<Stopping, 'started' | 'hurry'>): Promise<void> {
  const { started, hurry } = stopping
  connections.announceClose()
  connections.stopAccepting()
  await Promise.race([connections.closed, wait(LINGER_MILLIS, undefined, { signal: started }).catch(() => undefined)])
  connections.closeIdle()
  started.addEventListener('abort', () => setTimeout(connections.cut, FINISH_MILLIS).unref())
  await finish(connections, started.aborted ? FINISH_MILLIS : UPLOAD_MILLIS, hurry)
}

const LINGER_MILLIS = 5_000
/** Nothing waits for the replaced process, so a long upload may finish. */
const UPLOAD_MILLIS = 60_000

async function finish({ cut, closed }: Connections, millis: number, hurry: AbortSignal): Promise<void> {
  if (hurry.aborted) cut()
  hurry.addEventListener('abort', cut)
  const late = setTimeout(cut, millis)
  await closed
  clearTimeout(late)
}
