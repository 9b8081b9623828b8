/** Who wants to know of statements: what was sent, and how long each kept its caller waiting. */

/** Milliseconds from being asked until the answer, so a wait for a free connection counts. */
export type Watcher = (text: string, milliseconds: number) => void

const watchers = new Set<Watcher>()

/** Of every pool of this process. */
export function watchAll(watcher: Watcher): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export const isWatched = () => watchers.size > 0

export function tellWatchers(text: string, began: number): void {
  const milliseconds = performance.now() - began
  for (const watcher of watchers) watcher(text, milliseconds)
}
