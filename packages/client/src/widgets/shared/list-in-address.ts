/** The shared list that the page's address names, as the store's `share-url` writes it. */
import { listNames } from '../../client/names.ts'

/**
 * Eight characters for the store, then the list's number: other shops use these parameter names for other values. A mail program may
 * cut the end off, or add a sign: the page then says that there is no such list, instead of the visitor's own.
 */
const form = /^[\w-]{8}[0-9a-f]{8,32}/

/** `list`, or the parameters of older share links. */
export function listInAddress(): string | undefined {
  const asked = new URLSearchParams(location.search)
  return ['list', listNames.listId, 'hkey'].map((name) => form.exec(asked.get(name) ?? '')?.[0]).find(Boolean)
}
