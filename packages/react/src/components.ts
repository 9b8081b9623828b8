/** The elements as components: typed properties, and listeners such as `onSaved`. */
'use client'

import {
  attributesOf,
  type ElementAttributes,
  type ElementListeners,
  type ElementName,
  elementEvents,
  expectStart,
  type LaterAttributes,
  listenerName,
} from '@heartbell/client'
import {
  type ButtonHTMLAttributes,
  createElement,
  type HTMLAttributes,
  type Key,
  type ReactNode,
  useEffect,
  useRef,
} from 'react'

/** The element's own attributes, those of every element, and its listeners. */
export type ElementProps<K extends ElementName> = ElementAttributes[K] &
  Omit<HTMLAttributes<HTMLElement>, keyof ElementAttributes[K] | keyof ElementListeners> &
  ElementListeners

const listeners = new Map(elementEvents.map((event) => [listenerName(event) as string, event]))

/** React handles these itself. */
const isReacts = (name: string) => /^(children|style|dangerouslySetInnerHTML|on[A-Z].*)$/.test(name)

function split(props: object) {
  const all = Object.entries(props)
  const others = all.filter(([name]) => !listeners.has(name))
  return {
    listened: all.filter(([name, value]) => listeners.has(name) && typeof value === 'function'),
    reacts: Object.fromEntries(others.filter(([name]) => isReacts(name))),
    // React 18 does not translate `className` for custom elements
    attributes: attributesOf(
      Object.fromEntries(
        others
          .filter(([name]) => !isReacts(name))
          .map(([name, value]) => [name === 'className' ? 'class' : name, value]),
      ),
    ),
  }
}

/** `fixed`: attributes that the tag always has. */
const component =
  <Props extends object>(tag: string, fixed: object = {}) =>
  (props: Props): ReactNode => {
    const element = useRef<HTMLElement>(null)
    const latest = useRef(props as Record<string, unknown>)
    const { listened, reacts, attributes } = split(props)
    useEffect(() => {
      latest.current = props as Record<string, unknown>
    })
    useEffect(expectStart, [])
    const names = listened.map(([name]) => name).join()
    useEffect(() => {
      const ended = new AbortController()
      for (const name of names.split(',').filter(Boolean))
        element.current?.addEventListener(
          `heartbell:${listeners.get(name)}`,
          (event) => (latest.current[name] as ((event: Event) => void) | undefined)?.(event),
          { signal: ended.signal },
        )
      return () => ended.abort()
    }, [names])
    // An element that has started sets attributes of its own, as `hidden`, while parts of the page still hydrate.
    return createElement(tag, { ref: element, suppressHydrationWarning: true, ...fixed, ...attributes, ...reacts })
  }

const elementOf = <K extends ElementName>(tag: K) => component<ElementProps<K>>(tag)

export const HeartbellHeart = elementOf('heartbell-heart')
export const HeartbellCount = elementOf('heartbell-count')
export const HeartbellDrawer = elementOf('heartbell-drawer')
export const HeartbellList = elementOf('heartbell-list')
export const HeartbellNotify = elementOf('heartbell-notify')
export const HeartbellSaved = elementOf('heartbell-saved')

export type HeartbellLaterProps = LaterAttributes &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof LaterAttributes | keyof ElementListeners> &
  ElementListeners

/** The button *Save for later* of a row in the cart; `<HeartbellSaved>` on the same page shows the saved items. */
export const HeartbellLater = component<HeartbellLaterProps>('button', { type: 'button', 'data-heartbell-later': '' })

type Plain<K extends ElementName> = ElementAttributes[K] &
  Omit<HTMLAttributes<HTMLElement>, keyof ElementAttributes[K]> & { class?: string; key?: Key; ref?: unknown }

/** For the elements themselves in JSX. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'heartbell-heart': Plain<'heartbell-heart'>
      'heartbell-count': Plain<'heartbell-count'>
      'heartbell-drawer': Plain<'heartbell-drawer'>
      'heartbell-list': Plain<'heartbell-list'>
      'heartbell-notify': Plain<'heartbell-notify'>
      'heartbell-saved': Plain<'heartbell-saved'>
    }
  }
}
