/** The client and the page brought together: settings from the script tag, tabs in step, further files on demand. */
import type { Cart } from '../client/cart.ts'
import { type Client, openClient } from '../client/client.ts'
import { learn, pageLanguage, say, type Words } from './texts.ts'

export type Heartbell = Client & {
  cart?: Cart
  /** A merchant's own words, by the names in the language files. */
  texts(words: Words): void
  signIn(token: string): Promise<void>
  currency: string | undefined
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
    deviceOnly: settings.deviceOnly !== undefined,
    listName: () => say('list', 'My wishlist'),
  })
  heartbell = Object.assign(here.heartbell ?? {}, client, {
    currency: settings.currency,
    texts: (words: Words) => {
      learn(words)
      client.emit('change')
    },
    signIn: (token: string) => load('account').then(() => heartbell.signIn(token)),
  }) as Heartbell
  here.heartbell = heartbell

  const code = (settings.lang ?? pageLanguage()).slice(0, 2)
  if (/de|fr|es|it|nl|pt|sv|ja|ar|hi/.test(code)) load(`words-${code}`).then((file) => heartbell.texts(file.words!))
  if (settings.compat !== undefined) load('compat')
  watch(settings.identity)
  return heartbell
}

function watch(identity: string | undefined): void {
  const { emit, flush, on, shelf, isSignedIn, waiting, isFresh } = heartbell
  addEventListener('storage', ({ key }) => key?.startsWith(shelf.prefix) && emit('change'))
  addEventListener('online', flush)
  on('refused', ({ retry }) => tell(say('failed', 'That could not be saved.'), say('retry', 'Try again'), retry))
  const settle = async () => {
    // the store renders an empty one for whoever has signed out
    if (identity || (identity === '' && isSignedIn())) await heartbell.signIn(identity)
    if (waiting() || (heartbell.identity.who() && !isFresh())) await heartbell.refresh()
  }
  // after load: never in the way of the page's own
  const soon = () => setTimeout(() => settle().catch(() => {}))
  document.readyState === 'complete' ? soon() : addEventListener('load', soon)
}

/** A few words at the bottom of the page, with one thing to do about it; `where` is an open dialog. */
export const tell = async (text: string, action?: string, act?: () => void, where?: Node): Promise<void> => {
  await load('toast')
  ;(heartbell.tell as typeof tell)(text, action, act, where)
}

/** Importing a widget where there is no page (server rendering) is harmless. */
const PageElement = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/** A widget draws itself once, and shows again what the client sees whenever that changes. */
export abstract class Widget extends PageElement {
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
