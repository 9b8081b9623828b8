/** Messages as staff may see them: links that act for their recipient are replaced, links to products still work. */

import type { Store } from '../stores/stores.ts'
import { readAlerts, readConfirm, readUnsubscribe } from './links.ts'

/** Replaces the token of a link; opening it shows the page for unknown links. */
const hiddenLink = 'link-hidden'

const escapePattern = (text: string) => text.replace(/[-\\^$*+?.()|[\]{}]/g, '\\$&')

/** Links to the dashboard have their token behind `#`, in the query or in the path. */
const staffLink =
  /((?:\/|%2F)dashboard(?:\/|%2F)[\w%/-]*?(?:[#?/]|%23|%3F|%2F)(?:[\w-]+(?:=|%3D))?)[A-Za-z0-9_-]{20,}/gi

/**
 * Looks for tokens and not for addresses: a token begins with the store's prefix, in HTML, plain text, headers and encoded
 * addresses alike. Each is verified with the store's key: other text stays.
 */
export function hideLinks(store: Pick<Store, 'prefix' | 'tokenKey'>, text: string): string {
  const token = new RegExp(`${escapePattern(store.prefix)}[A-Za-z0-9_-]{20,192}`, 'g')
  const acts = (link: string) =>
    readUnsubscribe(store, link) !== null || readAlerts(store, link) !== null || readConfirm(store, link) !== null
  return text.replace(token, (link) => (acts(link) ? hiddenLink : link)).replace(staffLink, `$1${hiddenLink}`)
}

export type Readable = { subject: string | null; html: string; text: string; headers: Record<string, string> }

export const hideMessageLinks = <M extends Readable>(store: Pick<Store, 'prefix' | 'tokenKey'>, message: M): M => ({
  ...message,
  subject: message.subject === null ? null : hideLinks(store, message.subject),
  html: hideLinks(store, message.html),
  text: hideLinks(store, message.text),
  headers: Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, hideLinks(store, value)])),
})
