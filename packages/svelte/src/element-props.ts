/** From a component's properties to what its element gets: attributes as texts, and listeners by the names of the DOM events. */
import { attributesOf, elementEvents, expectStart } from '@heartbell/client'

/** `onlistcreated` for `list-created`, as Svelte writes the properties for events. */
const properties = new Map(elementEvents.map((event) => [`on${event.replaceAll('-', '')}`, `onheartbell:${event}`]))

export function elementProps(props: Record<string, unknown>): Record<string, unknown> {
  expectStart()
  const { children, ...others } = props
  const listeners = Object.entries(others)
    .filter(([, value]) => typeof value === 'function')
    .map(([name, value]) => [properties.get(name) ?? name, value])
  return { ...attributesOf(others), ...Object.fromEntries(listeners) }
}
