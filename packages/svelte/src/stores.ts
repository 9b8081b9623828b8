/** What Heartbell knows, as stores. On the server and during hydration they have the empty state. */
import {
  type DomEvent,
  type DomEventName,
  type Heartbell,
  type Id,
  type List,
  selectState,
  started,
  watchState,
} from '@heartbell/client'
import { type Readable, readable } from 'svelte/store'

/** A store gets its first value after the page is hydrated: a task later than the first subscription. */
function select<T>(get: () => T, empty: T): Readable<T> {
  return readable(empty, (set) => {
    if (!globalThis.document) return
    const update = () => set(get())
    const end = watchState(update)
    const first = setTimeout(update)
    return () => {
      clearTimeout(first)
      end()
    }
  })
}

function selected<T>(read: (heartbell: Heartbell) => T, empty: T): Readable<T> {
  return select(selectState(read, empty).get, empty)
}

/** True while the variant is in one of the shopper's wishlists, in this or another tab. */
export const useSaved = (variantId: Id): Readable<boolean> =>
  selected((heartbell) => heartbell.isSaved(variantId), false)

/** The number of saved items. */
export const useCount = (): Readable<number> => selected((heartbell) => heartbell.count(), 0)

/** The shopper's lists with their items. */
export const useLists = (): Readable<List[]> => selected((heartbell) => heartbell.seen(), [] as List[])

/** Heartbell once it has started; undefined on the server and before that. */
export const useHeartbell = (): Readable<Heartbell | undefined> => select(started, undefined)

/** For `onMount`: calls `listener` for each `heartbell:<name>` of the page, until the returned function is called. */
export function listen<K extends DomEventName>(name: K, listener: (event: DomEvent<K>) => void): () => void {
  const call = (event: Event) => listener(event as DomEvent<K>)
  document.addEventListener(`heartbell:${name}`, call)
  return () => document.removeEventListener(`heartbell:${name}`, call)
}
