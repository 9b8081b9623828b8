/** The stores' own templates in memory, looked for again every two seconds, so that a letter costs no look at the database. */
import type { Sql } from '../database/connect.ts'
import { fetchTemplates } from '../domain/templates.ts'
import { prepareTemplates, type StoreTemplates } from './templates.ts'

export type TemplateShelf = { of(storeId: number): Promise<StoreTemplates> }

const usualTrust = 2000
const mostStores = 2000

export function shelveTemplates(sql: Sql, trustMillis = usualTrust): TemplateShelf {
  const shelf = new Map<number, { newest: string; templates: Promise<StoreTemplates>; until: number }>()
  return {
    of(storeId) {
      const held = shelf.get(storeId)
      if (held && held.until > Date.now()) return held.templates
      if (shelf.size >= mostStores) shelf.clear()
      const entry = { newest: held?.newest ?? '', until: Date.now() + trustMillis, templates: look() }
      shelf.set(storeId, entry)
      entry.templates.catch(() => shelf.get(storeId) === entry && shelf.delete(storeId))
      return entry.templates

      async function look(): Promise<StoreTemplates> {
        const stored = await fetchTemplates(sql, storeId)
        const newest = stored.map(({ topic, medium, locale, version }) => [topic, medium, locale, version]).join('\n')
        // What has not changed stays as it was parsed.
        if (held && newest === held.newest) return await held.templates
        entry.newest = newest
        return prepareTemplates(stored)
      }
    },
  }
}
