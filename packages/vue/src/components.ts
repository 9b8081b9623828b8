/** The elements as components: typed properties, and events such as `@saved`. */
import {
  attributesOf,
  type DomEvent,
  type ElementAttributes,
  type ElementEventName,
  type ElementName,
  elementEvents,
} from '@heartbell/client'
import { type DefineComponent, defineComponent, h } from 'vue'

type Emits = { [K in ElementEventName]: (event: DomEvent<K>) => void }
// biome-ignore lint/complexity/noBannedTypes: the empty object types are Vue's own defaults
type None = {}
type Element<K extends ElementName> = DefineComponent<ElementAttributes[K], None, None, None, None, None, None, Emits>

/** Attributes fall through, so that the properties need no declaration at run time; objects become JSON. */
const component = <K extends ElementName>(tag: K, name: string): Element<K> =>
  defineComponent({
    name,
    inheritAttrs: false,
    emits: elementEvents,
    setup(_, { attrs, emit, slots }) {
      const listeners = Object.fromEntries(
        elementEvents.map((event) => [`onHeartbell:${event}`, (fired: Event) => emit(event, fired)]),
      )
      return () => h(tag, { ...listeners, ...plain(attrs) }, slots.default?.())
    },
  }) as unknown as Element<K>

/** Vue reads classes, styles and listeners itself. */
function plain(attrs: Record<string, unknown>) {
  const { class: className, style, ...others } = attrs
  const own = Object.entries(others)
  return {
    class: className,
    style,
    ...Object.fromEntries(own.filter(([, value]) => typeof value === 'function')),
    ...attributesOf(others),
  }
}

export const HeartbellHeart = component('heartbell-heart', 'HeartbellHeart')
export const HeartbellCount = component('heartbell-count', 'HeartbellCount')
export const HeartbellDrawer = component('heartbell-drawer', 'HeartbellDrawer')
export const HeartbellList = component('heartbell-list', 'HeartbellList')
export const HeartbellNotify = component('heartbell-notify', 'HeartbellNotify')
export const HeartbellSaved = component('heartbell-saved', 'HeartbellSaved')

declare module 'vue' {
  interface GlobalComponents {
    HeartbellHeart: typeof HeartbellHeart
    HeartbellCount: typeof HeartbellCount
    HeartbellDrawer: typeof HeartbellDrawer
    HeartbellList: typeof HeartbellList
    HeartbellNotify: typeof HeartbellNotify
    HeartbellSaved: typeof HeartbellSaved
  }
}
