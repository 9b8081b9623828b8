/** Messages as staff may see them: links that act for their reader are made harmless, links to products still work. */

import type { Store } from '../stores/stores.ts'
import { readAlerts, readConfirm, readUnsubscribe } from './links.ts'

/** What stands in a link's place; following it leads to the page of a link that is not ours. */
export const hiddenLink = 'link-hidden'

const escapePattern = (text: string) => text.replace(/[-\\^$*+?.()|[\]{}]/g, '\\$&')

/** Links into the dashboard carry their token behind `#`, in the query or in the path. */
const staffLink =
  /((?:\/|%2F)dashboard(?:\/|%2F)[\w%/-]*?(?:[#?/]|%23|%3F|%2F)(?:[\w-]+(?:=|%3D))?)[A-Za-z0-9_-]{20,}/gi

/**
 * A token of the store begins with its prefix, whatever is written around it (HTML, plain text, a header, an encoded address),
 * so tokens are looked for and not addresses. Each is read with the store's key: what only looks like one stays.
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
