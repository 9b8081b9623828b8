/** What Heartbell knows, as refs. On the server and during hydration they have the empty state. */
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
import {
  type MaybeRefOrGetter,
  onMounted,
  onScopeDispose,
  onUnmounted,
  type ShallowRef,
  shallowRef,
  toValue,
  watch,
} from 'vue'

/** Filled after the component is mounted: before that the page must be as the server sent it. */
function useSelected<T>(read: (heartbell: Heartbell) => T, empty: T, depends?: () => unknown): Readonly<ShallowRef<T>> {
  const state = selectState(read, empty)
  const value = shallowRef(empty) as ShallowRef<T>
  const update = () => {
    value.value = state.get()
  }
  let end: (() => void) | undefined
  onMounted(() => {
    end = watchState(update)
    update()
  })
  if (depends) watch(depends, () => end && update())
  onScopeDispose(() => end?.())
  return value
}

/** True while the variant is in one of the shopper's wishlists, in this or another tab. */
export const useSaved = (variantId: MaybeRefOrGetter<Id>): Readonly<ShallowRef<boolean>> =>
  useSelected(
    (heartbell) => heartbell.isSaved(toValue(variantId)),
    false,
    () => toValue(variantId),
  )

/** The number of saved items. */
export const useCount = (): Readonly<ShallowRef<number>> => useSelected((heartbell) => heartbell.count(), 0)

/** The shopper's lists with their items. */
export const useLists = (): Readonly<ShallowRef<List[]>> => useSelected((heartbell) => heartbell.seen(), [] as List[])

/** Heartbell once it has started; undefined on the server and before the app is mounted. */
export function useHeartbell(): Readonly<ShallowRef<Heartbell | undefined>> {
  const value = shallowRef<Heartbell>()
  const update = () => {
    value.value = started()
  }
  let end: (() => void) | undefined
  onMounted(() => {
    end = watchState(update)
    update()
  })
  onScopeDispose(() => end?.())
  return value
}

/** Calls `listener` for each `heartbell:<name>` of the page: for analytics and messages of the shop. */
export function useHeartbellEvent<K extends DomEventName>(name: K, listener: (event: DomEvent<K>) => void): void {
  const call = (event: Event) => listener(event as DomEvent<K>)
  onMounted(() => document.addEventListener(`heartbell:${name}`, call))
  onUnmounted(() => document.removeEventListener(`heartbell:${name}`, call))
}
