/**
 * Ends an alert so that it can be undone: hidden at once, ended at the service some seconds later or when the page is left. To ask
 * for it again would need the address, which the browser does not know, and would lose the place in line.
 */
import { type Alert, cachedAlerts, keepAlerts, keepStop, keyOf, type Stop, stopsOf } from './alert-cache.ts'
import { leaveAlert } from './alerts.ts'
import type { Client } from './client.ts'
import { itemNames } from './names.ts'
import { newKey } from './sync/new-key.ts'

/** Milliseconds in which it can be undone, and after which nobody is about to. */
const UNDO = 8e3
const OLD = 6e4

export type StoppedAlert = {
  undo(): void
  /** False: undone. Fails if the service could not be reached; the alert is shown again then. */
  ended: Promise<boolean>
}

/** `isHeld`: the shopper is about to undo it. */
export function stopAlert(client: Client, alert: Alert, isHeld: () => boolean): StoppedAlert {
  const { topic, variantId, productId, any } = alert
  const stop: Stop = { topic, variantId, productId, any, at: Date.now() }
  const key = keyOf(alert)
  keepStop(client, key, stop)
  let settle: (ended: boolean | Promise<boolean>) => void
  const ended = new Promise<boolean>((ready) => {
    settle = ready
  })
  let isOver = false
  const finish = async (isLeaving: boolean): Promise<boolean> => {
    // undone here or in another tab, or asked for again
    if (!stopsOf(client)[key]) return false
    try {
      // a page that is left has no time to send other changes first
      if (isLeaving)
        await client.ask('subscriptions/remove', { topic, [itemNames.variantId]: `${variantId}` }, newKey())
      else await leaveAlert(client, alert, stop)
      keepAlerts(client, cachedAlerts(client))
    } finally {
      keepStop(client, key)
    }
    return true
  }
  const end = (isLeaving: boolean) => {
    if (isOver) return
    isOver = true
    settle(finish(isLeaving))
  }
  const wait = () => setTimeout(() => (isHeld() ? wait() : end(false)), UNDO)
  wait()
  globalThis.addEventListener?.('pagehide', () => end(true), { once: true })
  const undo = () => {
    if (isOver) return
    isOver = true
    keepStop(client, key)
    settle(false)
  }
  return { undo, ended }
}

/** Those of a page that ended without a word: the service may hear of them twice, which changes nothing. */
export async function finishOldStops(client: Client): Promise<void> {
  for (const [key, stop] of Object.entries(stopsOf(client))) {
    if (Date.now() - stop.at < OLD) continue
    await leaveAlert(client, stop, stop)
    keepStop(client, key)
  }
}
