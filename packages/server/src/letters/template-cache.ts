/** The stores' own templates in memory, refreshed every two seconds, so that a letter costs no query. */
import type { Sql } from '../database/connect.ts'
import type { DueDelivery } from '../domain/deliveries/deliveries.ts'
import { fetchTemplates } from '../domain/messages/templates.ts'
import type { Store } from '../domain/stores/stores.ts'
import { type ComposedAlert, composeAlert } from './compose.ts'
import { prepareTemplates, type StoreTemplates } from './templates.ts'

type TemplateCache = { of(storeId: number): Promise<StoreTemplates> }

const defaultLifetime = 2000
const mostStores = 2000

export function openTemplateCache(sql: Sql, lifetime = defaultLifetime): TemplateCache {
  const cache = new Map<number, { newest: string; templates: Promise<StoreTemplates>; until: number }>()
  return {
    of(storeId) {
      const cached = cache.get(storeId)
      if (cached && cached.until > performance.now()) return cached.templates
      if (cache.size >= mostStores) cache.clear()
      const entry = { newest: cached?.newest ?? '', until: performance.now() + lifetime, templates: fetch() }
      cache.set(storeId, entry)
      entry.templates.catch(() => cache.get(storeId) === entry && cache.delete(storeId))
      return entry.templates

      async function fetch(): Promise<StoreTemplates> {
        const stored = await fetchTemplates(sql, storeId)
        const newest = stored.map(({ topic, medium, locale, version }) => [topic, medium, locale, version]).join('\n')
        // Unchanged templates are not parsed again.
        if (cached && newest === cached.newest) return await cached.templates
        entry.newest = newest
        return prepareTemplates(stored)
      }
    },
  }
}

type LetterContext = {
  publicUrl: () => string
  /** A store's own template could not be used: the built-in one was sent. */
  warn: (sentence: string) => void
}

/** For the alert engine: composes each alert with its store's templates. */
export function openLetters(sql: Sql, { publicUrl, warn }: LetterContext) {
  const cache = openTemplateCache(sql)
  return async (store: Store, delivery: DueDelivery): Promise<ComposedAlert> => {
    const templates = await cache.of(store.storeId)
    const composed = composeAlert(store, delivery, { publicUrl: publicUrl(), now: new Date(), templates })
    if (composed.fault)
      warn(`a template of store ${store.storeId} cannot be used, the built-in one is sent: ${composed.fault}`)
    return composed
  }
}
