/** The shared list that the page's address names, as the store's `share-url` writes it. */
import { listNames } from '../../client/names.ts'

/** Eight characters for the store, then the list's number. A mail program may cut the end off, or add a sign. */
const form = /^[\w-]{8}[0-9a-f]{8,32}/

/**
 * `list`, or the parameters of older share links: other shops use these names for other values. Whatever begins as a list of this
 * store is one: if its end is wrong, the page says so, instead of showing the visitor's own list.
 */
export function listInAddress(store = ''): string | undefined {
  const asked = new URLSearchParams(location.search)
  const isOurs = (value: string) => store && value.startsWith(store.slice(0, 8)) && value
  return ['list', listNames.listId, 'hkey']
    .map((name) => asked.get(name) ?? '')
    .map((value) => form.exec(value)?.[0] || isOurs(value))
    .find(Boolean) as string | undefined
}
