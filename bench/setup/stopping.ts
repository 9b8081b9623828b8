/** What a run that is stopped in the middle leaves behind: nothing. Servers end and folders go, the newest first. */

const open = new Set<() => Promise<unknown>>()

/** Gives the function that takes it back, for what was closed in time. */
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
  // A terminal sends its signal to every process, and whoever is impatient sends another.
  if (isStopping) return
  isStopping = true
  await closeAll()
  process.exit(130)
}

/** Also at the end of a run: a row that failed may have left something running. */
export async function closeAll(): Promise<void> {
  for (let close = [...open].pop(); close; close = [...open].pop()) {
    await close().catch(() => {})
    open.delete(close)
  }
}

/** For whoever would go on after an error: one that came of stopping is waited out. */
export const waitIfStopping = (): Promise<void> => (isStopping ? new Promise(() => {}) : Promise.resolve())
