/** Cleans up after an interrupted run: stops servers and removes folders, the newest first. */

const open = new Set<() => Promise<unknown>>()

/** Returns how to cancel the clean-up, for what was closed in time. */
export function closeWhenStopped(close: () => Promise<unknown>): () => void {
  if (open.size === 0) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  open.add(close)
  return () => {
    open.delete(close)
    if (open.size === 0) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}

let isStopping = false

async function stop(): Promise<void> {
  // A terminal signals every process, and an impatient user sends a second signal.
  if (isStopping) return
  isStopping = true
  await closeAll()
  process.exit(130)
}

/** Also at the end of a run: a failed row may have left something running. */
export async function closeAll(): Promise<void> {
  for (let close = [...open].pop(); close; close = [...open].pop()) {
    await close().catch(() => {})
    open.delete(close)
  }
}

/** For code that continues after errors: waits if the error comes from stopping. */
export const waitIfStopping = (): Promise<void> => (isStopping ? new Promise(() => {}) : Promise.resolve())
