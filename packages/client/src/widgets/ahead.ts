/** Fetches while the page is idle what a heart without a variant and the counter open, so that both work without a network. */
import { loadWidget } from './kit.ts'

type Connected = Navigator & { connection?: { saveData?: boolean } }

let isBegun = false

/** Safari has no idle callback. */
const idle = () =>
  new Promise<unknown>((done) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(done, { timeout: 1e4 }) : setTimeout(done, 1e3),
  )

/** One file after the other, once; called after the page's `load`. Not for a shopper who saves data. */
export async function fetchAhead(): Promise<void> {
  if (isBegun || (navigator as Connected).connection?.saveData) return
  isBegun = true
  try {
    for (const name of ['press', 'picker', 'lists', 'drawer']) {
      await idle()
      if (name !== 'drawer' || document.querySelector('heartbell-count')) await loadWidget(name)
    }
  } catch {
    // without a network: the next change of the page tries again
    isBegun = false
  }
}
