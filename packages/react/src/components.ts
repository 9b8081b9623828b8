/** The elements as components: typed properties, and listeners such as `onSaved`. */
'use client'

import {
  attributesOf,
  type ElementAttributes,
  type ElementListeners,
  type ElementName,
  elementEvents,
  listenerName,
} from '@heartbell/client'
import { createElement, type HTMLAttributes, type Key, type ReactNode, useEffect, useRef } from 'react'

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

const component =
  <K extends ElementName>(tag: K) =>
  (props: ElementProps<K>): ReactNode => {
    const element = useRef<HTMLElement>(null)
    const latest = useRef(props as Record<string, unknown>)
    const { listened, reacts, attributes } = split(props)
    useEffect(() => {
      latest.current = props as Record<string, unknown>
    })
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
    return createElement(tag, { ref: element, suppressHydrationWarning: true, ...attributes, ...reacts })
  }

export const HeartbellHeart = component('heartbell-heart')
export const HeartbellCount = component('heartbell-count')
export const HeartbellDrawer = component('heartbell-drawer')
export const HeartbellList = component('heartbell-list')
export const HeartbellNotify = component('heartbell-notify')
export const HeartbellSaved = component('heartbell-saved')

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
