/** What Heartbell knows, as hooks. On the server and during hydration they return the empty state. */
'use client'

import { type DomEvent, type DomEventName, type Heartbell, type Id, type List, selectState } from '@heartbell/client'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'

const noLists: List[] = []

/** `key` names what `read` depends on. */
function useSelected<T>(read: (heartbell: Heartbell) => T, empty: T, key: unknown): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is another function in each render; `key` says when it reads something else
  const state = useMemo(() => selectState(read, empty), [key])
  return useSyncExternalStore(state.watch, state.get, state.empty)
}

/** True while the variant is in one of the shopper's wishlists, in this or another tab. */
export const useSaved = (variantId: Id): boolean =>
  useSelected((heartbell) => heartbell.isSaved(variantId), false, `${variantId}`)

/** The number of saved items. */
export const useCount = (): number => useSelected((heartbell) => heartbell.count(), 0, '')

/** The shopper's lists with their items. */
export const useLists = (): List[] => useSelected((heartbell) => heartbell.seen(), noLists, '')

/** Calls `listener` for each `heartbell:<name>` of the page: for analytics and messages of the shop. */
export function useHeartbellEvent<K extends DomEventName>(name: K, listener: (event: DomEvent<K>) => void): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    const call = (event: Event) => latest.current(event as DomEvent<K>)
    document.addEventListener(`heartbell:${name}`, call)
    return () => document.removeEventListener(`heartbell:${name}`, call)
  }, [name])
}
