/** The types of the components. The build writes a `.svelte` file for each, because Svelte compiles them with the app. */
import type {
  DomEvent,
  ElementAttributes,
  ElementEventName,
  ElementName,
  LaterAttributes,
  StartSettings,
} from '@heartbell/client'
import type { Component, Snippet } from 'svelte'
import type { HTMLAttributes, HTMLButtonAttributes } from 'svelte/elements'

type Joined<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${First}${Joined<Rest>}` : Name

/** `onsaved`, `onlistcreated`: a listener for each event of the elements. */
export type ElementListeners = {
  [K in ElementEventName as `on${Joined<K>}`]?: ((event: DomEvent<K>) => void) | undefined
}

export type ElementProps<K extends ElementName> = ElementAttributes[K] &
  Omit<HTMLAttributes<HTMLElement>, keyof ElementAttributes[K] | keyof ElementListeners> &
  ElementListeners

export type HeartbellComponent<K extends ElementName> = Component<ElementProps<K>>

export type HeartbellLaterComponent = Component<
  LaterAttributes &
    Omit<HTMLButtonAttributes, keyof LaterAttributes | keyof ElementListeners> &
    ElementListeners & { children?: Snippet }
>

export type HeartbellProviderComponent = Component<StartSettings & { children?: Snippet }>

type Plain<K extends ElementName> = ElementAttributes[K] & Omit<HTMLAttributes<HTMLElement>, keyof ElementAttributes[K]>

/** For the elements themselves in a template. */
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'heartbell-heart': Plain<'heartbell-heart'>
    'heartbell-count': Plain<'heartbell-count'>
    'heartbell-drawer': Plain<'heartbell-drawer'>
    'heartbell-list': Plain<'heartbell-list'>
    'heartbell-notify': Plain<'heartbell-notify'>
    'heartbell-saved': Plain<'heartbell-saved'>
  }
}
