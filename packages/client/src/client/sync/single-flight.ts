/** While a run is in progress, further calls wait for its result instead of starting another. */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null
  return () => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}
