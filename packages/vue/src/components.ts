/** The elements as components: typed properties, and events such as `@saved`. */
import {
  attributesOf,
  type DomEvent,
  type ElementAttributes,
  type ElementEventName,
  type ElementName,
  elementEvents,
  expectStart,
  type LaterAttributes,
  listenerName,
} from '@heartbell/client'
import { type DefineComponent, defineComponent, h } from 'vue'

type Emits = { [K in ElementEventName]: (event: DomEvent<K>) => void }
// biome-ignore lint/complexity/noBannedTypes: the empty object types are Vue's own defaults
type None = {}
type ComponentOf<Props> = DefineComponent<Props, None, None, None, None, None, None, Emits>

/** `onSavedForLater` of a template, and `onSaved-for-later` of a render function. */
const listeners = new Map(
  elementEvents.flatMap((event): [string, ElementEventName][] => [
    [listenerName(event), event],
    [`on${event[0]!.toUpperCase()}${event.slice(1)}`, event],
  ]),
)

/** A template may give one listener or several. */
function hear(attrs: Record<string, unknown>, event: ElementEventName, fired: Event): void {
  for (const [name, given] of Object.entries(attrs))
    if (listeners.get(name) === event) for (const one of [given].flat()) if (typeof one === 'function') one(fired)
}

/**
 * Attributes fall through, so that the properties need no declaration at run time; objects become JSON. `fixed`: what the tag always
 * has. The events are not declared either: Vue drops those of a component that was removed, and *Save for later* removes its row.
 */
const component = <Props>(tag: string, name: string, fixed: object = {}): ComponentOf<Props> =>
  defineComponent({
    name,
    inheritAttrs: false,
    setup(_, { attrs, slots }) {
      const heard = Object.fromEntries(
        elementEvents.map((event) => [`onHeartbell:${event}`, (fired: Event) => hear(attrs, event, fired)]),
      )
      expectStart()
      return () => h(tag, { ...fixed, ...heard, ...plain(attrs) }, slots.default?.())
    },
  }) as unknown as ComponentOf<Props>

const elementOf = <K extends ElementName>(tag: K, name: string) => component<ElementAttributes[K]>(tag, name)

/** Vue reads classes, styles and listeners itself. */
function plain(attrs: Record<string, unknown>) {
  const { class: className, style, ...others } = attrs
  const own = Object.entries(others).filter(([name]) => !listeners.has(name))
  return {
    class: className,
    style,
    ...Object.fromEntries(own.filter(([, value]) => typeof value === 'function')),
    ...attributesOf(Object.fromEntries(own)),
  }
}

export const HeartbellHeart = elementOf('heartbell-heart', 'HeartbellHeart')
export const HeartbellCount = elementOf('heartbell-count', 'HeartbellCount')
export const HeartbellDrawer = elementOf('heartbell-drawer', 'HeartbellDrawer')
export const HeartbellList = elementOf('heartbell-list', 'HeartbellList')
export const HeartbellNotify = elementOf('heartbell-notify', 'HeartbellNotify')
export const HeartbellSaved = elementOf('heartbell-saved', 'HeartbellSaved')

/** The button *Save for later* of a row in the cart; `<HeartbellSaved>` on the same page shows the saved items. */
export const HeartbellLater = component<LaterAttributes>('button', 'HeartbellLater', {
  type: 'button',
  'data-heartbell-later': '',
})

declare module 'vue' {
  interface GlobalComponents {
    HeartbellHeart: typeof HeartbellHeart
    HeartbellCount: typeof HeartbellCount
    HeartbellDrawer: typeof HeartbellDrawer
    HeartbellList: typeof HeartbellList
    HeartbellNotify: typeof HeartbellNotify
    HeartbellSaved: typeof HeartbellSaved
    HeartbellLater: typeof HeartbellLater
  }
}
