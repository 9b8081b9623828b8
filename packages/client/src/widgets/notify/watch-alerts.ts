/** Keeps what the elements of a page say about alerts true: one look-up for all of them, and again when the shopper returns. */
import { alertsAge, cachedAlerts, refreshAlerts } from '../../client/alert-cache.ts'
import { ignoreFailure } from '../../client/sync/ignore-failure.ts'
import { heartbell } from '../kit.ts'

/** Elements that promise a message. A shopper may have left by the link in a mail or on another device. */
export const promising = new Set<Element>()

/** In milliseconds: how long a look-up is fresh. A page promises nothing by a look-up from before it was opened. */
const FRESH = 300_000

let isWatching = false

const check = (limit = promising.size ? performance.now() : FRESH) => {
  if (alertsAge(heartbell) > limit) ignoreFailure(refreshAlerts(heartbell))
}

const look = () => promising.size && check(0)

/**
 * The product's price or stock changed, which may send a message; it is out some seconds later, or in a next batch. Also while
 * the chosen variant is there, and its element hidden: the alert may be about any variant.
 */
export const lookSoon = (): void => {
  if (cachedAlerts(heartbell)[0]) for (const wait of [3e3, 15e3]) setTimeout(check, wait, 0)
}

/** Called by every visible element, each time it is shown; starts once. */
export function watchAlerts(): void {
  // the chosen variant may be one with a promise
  if (isWatching && promising.size && document.readyState === 'complete') check()
  if (isWatching) return
  isWatching = true
  const soon = () => setTimeout(() => check())
  heartbell.on('identity', soon)
  // back from the mail program or another tab, where the alert may have been confirmed or ended
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
  document.readyState === 'complete' ? soon() : addEventListener('load', soon)
}
