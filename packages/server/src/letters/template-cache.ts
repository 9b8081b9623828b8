/** The stores' own templates in memory, looked for again every two seconds, so that a letter costs no look at the database. */
import type { Sql } from '../database/connect.ts'
import type { DueDelivery } from '../domain/deliveries/deliveries.ts'
import { fetchTemplates } from '../domain/messages/templates.ts'
import type { Store } from '../domain/stores/stores.ts'
import { type Composed, composeAlert } from './compose.ts'
import { prepareTemplates, type StoreTemplates } from './templates.ts'

export type TemplateCache = { of(storeId: number): Promise<StoreTemplates> }

const usualTrust = 2000
const mostStores = 2000

export function openTemplateCache(sql: Sql, trustMillis = usualTrust): TemplateCache {
  const cache = new Map<number, { newest: string; templates: Promise<StoreTemplates>; until: number }>()
  return {
    of(storeId) {
      const held = cache.get(storeId)
      if (held && held.until > performance.now()) return held.templates
      if (cache.size >= mostStores) cache.clear()
      const entry = { newest: held?.newest ?? '', until: performance.now() + trustMillis, templates: look() }
      cache.set(storeId, entry)
      entry.templates.catch(() => cache.get(storeId) === entry && cache.delete(storeId))
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

export type LetterContext = {
  publicUrl: () => string
  /** A store's own template that can't be used: the built-in spoke instead. */
  warn: (sentence: string) => void
}

/** What the engine asks for words: one alert after the other, each in its store's. */
export function openLetters(sql: Sql, { publicUrl, warn }: LetterContext) {
  const cache = openTemplateCache(sql)
  return async (store: Store, delivery: DueDelivery): Promise<Composed> => {
    const templates = await cache.of(store.storeId)
    const composed = composeAlert(store, delivery, { publicUrl: publicUrl(), now: new Date(), templates })
    if (composed.fault)
      warn(`a template of store ${store.storeId} can’t be used, the built-in speaks: ${composed.fault}`)
    return composed
  }
}
