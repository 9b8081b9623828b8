/** Observers of all statements: their text and how long each took. */

/** Milliseconds until the result, including the wait for a free connection. */
export type Watcher = (text: string, milliseconds: number) => void

const watchers = new Set<Watcher>()

/** Observes every pool of this process. */
export function watchAllStatements(watcher: Watcher): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export const isWatched = () => watchers.size > 0

export function notifyWatchers(text: string, began: number): void {
  const milliseconds = performance.now() - began
  for (const watcher of watchers) watcher(text, milliseconds)
}
