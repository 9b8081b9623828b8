/** The cursor of a report: where the next page begins, as text that callers only pass on. */
import { badCatalogCursor } from '@heartbell/contract/refusals'

export const writeCursor = (text: string) => Buffer.from(text).toString('base64url')

export function readCursor(cursor: string | undefined): string {
  if (cursor === undefined) return ''
  const text = Buffer.from(cursor, 'base64url').toString()
  if (writeCursor(text) !== cursor || text.includes('\0') || text === '') throw badCatalogCursor()
  return text
}
