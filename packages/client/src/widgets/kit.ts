/** The client and the page brought together: settings from the script tag, tabs in step, further files on demand. */
import type { Cart } from '../client/cart.ts'
import { type Client, openClient } from '../client/client.ts'
import { hush } from '../client/hush.ts'
import { pageLanguage, said, type Words } from './texts.ts'

export type Heartbell = Client & {
  cart?: Cart
  /** A merchant's own words, by the names in the language files. */
  texts(words: Words): void
  signIn(token: string): Promise<void>
  currency: string | undefined
  /** Come with the files that are loaded when they are needed. */
  openDrawer?(): void
  tellRefused?(retry: () => void): void
  [more: string]: unknown
}

export type Settings = {
  store?: string
  api?: string
  identity?: string
  lang?: string
  currency?: string
  compat?: string
  deviceOnly?: string
}

/** Beside this file, wherever that is: the server, a shop's own files, an npm package. */
export const load = async (name: string): Promise<{ words?: Words; install?(): void }> => {
  const file = `./${name}.js`
  const loaded = await import(file)
  loaded.install?.()
  return loaded
}

/** A larger widget, and at the same time what it is made of. */
export const loadWidget = (name: string) => Promise.all([load('parts'), load(name)])

export let heartbell: Heartbell

/** Begins once; the page's own settings stand on its script tag. */
export function begin(given?: Settings): Heartbell {
  if (heartbell) return heartbell
  const here = globalThis as { heartbell?: object }
  const script = document.querySelector<HTMLScriptElement>('script[data-store]')
  const settings: Settings = { ...script?.dataset, ...given }
  const client = openClient({
    store: settings.store ?? '',
    api: settings.api ?? new URL(script?.src || location.href).origin,
    deviceOnly: settings.deviceOnly != null,
    listName: () => said.list,
  })
  here.heartbell ??= {}
  heartbell = Object.assign(here.heartbell, client, {
    currency: settings.currency,
    texts: (words: Words) => {
      Object.assign(said, words)
      client.emit()
    },
    signIn: (token: string) => load('account').then(() => heartbell.signIn(token)),
  }) as Heartbell

  const code = (settings.lang ?? pageLanguage()).slice(0, 2)
  if (/de|fr|es|it|nl|pt|sv|ja|ar|hi/.test(code)) load(`words-${code}`).then((file) => heartbell.texts(file.words!))
  if (settings.compat != null) load('compat')
  watch(settings.identity)
  return heartbell
}

function watch(identity: string | undefined): void {
  addEventListener('storage', ({ key }) => key?.startsWith(heartbell.shelf.prefix) && heartbell.emit())
  addEventListener('online', heartbell.flush)
  heartbell.on('refused', ({ retry }) => load('parts').then(() => heartbell.tellRefused!(retry)))
  const settle = async () => {
    // the store renders an empty one for whoever has signed out
    if (identity || (identity === '' && heartbell.isSignedIn())) await heartbell.signIn(identity)
    if (heartbell.waiting() || (heartbell.identity.who() && !heartbell.isFresh())) await heartbell.refresh()
  }
  // after load: never in the way of the page's own
  const soon = () => setTimeout(() => hush(settle()))
  document.readyState === 'complete' ? soon() : addEventListener('load', soon)
}

/**
 * A widget draws itself once, and shows again what the client sees whenever that changes. Importing one where there is no
 * page (server rendering) is harmless.
 */
export abstract class Widget extends ((globalThis.HTMLElement ?? class {}) as typeof HTMLElement) {
  #end: (() => void) | undefined

  abstract draw(): void
  abstract show(): void

  connectedCallback(): void {
    if (!this.shadowRoot) this.draw()
    this.#end = begin().on('change', () => this.show())
    this.show()
  }

  disconnectedCallback(): void {
    this.#end?.()
  }

  attributeChangedCallback(): void {
    if (this.shadowRoot) this.show()
  }
}
