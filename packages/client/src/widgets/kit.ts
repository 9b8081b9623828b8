/** Connects the client with the page: settings from the script tag, events from other tabs, further files on demand. */
import type { Callbacks } from '../callbacks/callbacks.ts'
import type { Cart } from '../client/cart.ts'
import { type Client, openClient } from '../client/client.ts'
import type { Id, List, Product } from '../client/records.ts'
import { ignoreFailure } from '../client/sync/ignore-failure.ts'
import { importFile, type Loaded } from './shared/import-file.ts'
import { pageLanguage, t, texts, type Words, words } from './shared/texts.ts'

export type Heartbell = Client &
  Omit<Callbacks, 'evtLayer' | 'dispatch' | 'JSEvents' | 'EventTypes'> & {
    cart?: Cart
    /** Sets a merchant's own texts, by the names in the language files. */
    texts(words: Words): void
    signIn(token: string): Promise<void>
    /** Of the script tag, or of `begin`. */
    settings: Settings
    /** As in `EUR`. */
    currency: string | undefined
    /** Set by files that are loaded on demand. */
    openDrawer?(): void
    showRefused?(retry: () => void): void
    saveChosen?(heart: HTMLElement): Promise<void>
    /** The selected variant of the page's product, if the theme said so. */
    pageVariant?: string
    initializeActionButtons?(...given: unknown[]): void
    showToast?(text: string): void
    /** After a heart: where it was saved, and a way to another list. */
    showSaved?(product: Product, from?: HTMLElement): void
    /** Which of the shopper's lists hold the product. */
    openLists?(asked: { product: Product; from?: HTMLElement | undefined; instead?: boolean }): void
    openShare?(list: List | string, options?: { from?: HTMLElement | undefined }): void
    pickVariant?(asked: VariantQuestion): Promise<Id | undefined>
    openNotify?(product: Product, options?: { from?: HTMLElement }): Promise<boolean>
    [more: string]: unknown
  }

export type VariantQuestion = {
  title: string
  image?: string | undefined
  from?: HTMLElement
  /** The text of the button that confirms. */
  action?: string
  variants: object[]
}

export type Settings = {
  store?: string
  api?: string
  identity?: string
  lang?: string
  currency?: string
  compat?: string
  deviceOnly?: ''
  /** The store sends text messages. */
  sms?: ''
  /** The shop's sign-in page; `{url}` is replaced by the page to come back to. */
  signIn?: string
  /** The shop's page for shared lists; `{lid}` is replaced by the list's id. */
  shareUrl?: string
}

/** Loads a file, and installs it: in the npm package it only exports what it installs. */
export const load = (name: string): Promise<Loaded> => importFile(name).then(start)

const start = (loaded: Loaded) => {
  loaded.install?.()
  return loaded
}

/** The page's language, if it is one of those with files. */
let language = ''

/** The groups of texts beside `core`, by the widget that shows them. */
const groups: Record<string, string> = { drawer: 'list', lists: 'share', share: 'share', notify: 'notify' }

/** A widget in English is better than none, so a file that is missing is not an error. */
export const loadWords = async (group: string): Promise<void> => {
  if (!language || !group) return
  try {
    Object.assign(words, (await importFile(`words/${group}/${language}`)).words)
    heartbell.emit()
  } catch {}
}

/** Loads a larger widget and, in parallel, its texts and the code that these share. */
export const loadWidget = (name: string) => Promise.all([load('parts'), load(name), loadWords(groups[name]!)])

/** Fires the DOM event `heartbell:<name>`, which bubbles from the element, also out of shadow roots; without one, on the document. */
export const announce = (from: EventTarget | null | undefined, name: string, detail: object): void => {
  ;(from ?? document).dispatchEvent(new CustomEvent(`heartbell:${name}`, { bubbles: true, composed: true, detail }))
}

export let heartbell: Heartbell

type Members = { [name: string]: Members } & ((...given: unknown[]) => unknown)

/**
 * The prototype of `heartbell`: the calls with callbacks, which load their file when one is called first and are then its own
 * members. A list of their names would take 600 bytes.
 */
const loadCallbacks = (...path: string[]): Members =>
  new Proxy((() => {}) as unknown as Members, {
    get: (_, name: string) =>
      // a symbol has no match
      path[0] || name.match?.(/list|fetch|save|ubscr|auth|^evt/i)
        ? loadCallbacks(...path, name)
        : ({} as Members)[name],
    apply: (_, __, given) =>
      load('callbacks').then(
        () => path.reduce((from, name) => from[name]!, heartbell as unknown as Members)(...given),
        // without a network; the second function is `onError`
        (problem) => given.filter((one) => one?.call)[1]?.(problem),
      ),
  })

/** Starts once; settings are on the page's script tag. */
export function begin(given?: Settings): Heartbell {
  if (heartbell) return heartbell
  const script = document.querySelector<HTMLScriptElement>('script[data-store]')
  const settings: Settings = { ...script?.dataset, ...given }
  const client = openClient({
    ...settings,
    api: settings.api ?? new URL(script?.src || location.href).origin,
    listName: () => t('list', 'My wishlist'),
  })
  heartbell = Object.assign(
    // biome-ignore lint/suspicious/noAssignInExpressions: a statement of its own takes 15 bytes more
    Object.setPrototypeOf(((globalThis as { heartbell?: object }).heartbell ??= {}), loadCallbacks()),
    client,
    {
      settings,
      currency: settings.currency,
      platform: { isLoggedIn: client.isSignedIn },
      texts: (words: Words) => {
        Object.assign(texts, words)
        client.emit()
      },
      signIn: (token: string) => load('account').then(() => heartbell.signIn(token)),
    },
  ) as Heartbell

  language = /^(de|fr|es|it|nl|pt|sv|ja|ar|hi)/.exec(settings.lang ?? pageLanguage())?.[0] ?? ''
  loadWords('core')
  if (settings.compat != null) {
    load('callbacks')
    load('compat')
  }
  watch(settings.identity)
  return heartbell
}

function watch(identity: string | undefined): void {
  addEventListener('storage', ({ key }) => key?.startsWith(heartbell.localData.prefix) && heartbell.emit())
  addEventListener('online', heartbell.flush)
  heartbell.on('refused', ({ retry }) => load('parts').then(() => heartbell.showRefused!(retry)))
  const settle = async () => {
    // the store renders an empty token after signing out
    if (identity || (identity === '' && heartbell.isSignedIn())) await heartbell.signIn(identity)
    // without an identity and without pending changes this causes no call
    await heartbell.refresh()
  }
  // after load, so that the page's own requests come first
  const soon = () => setTimeout(() => ignoreFailure(settle()))
  document.readyState === 'complete' ? soon() : addEventListener('load', soon)
}

/**
 * A widget draws itself once and updates whenever the client's state changes. It can be imported without a page (server
 * rendering).
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
    this.#end!()
  }

  attributeChangedCallback(): void {
    if (this.shadowRoot) this.show()
  }
}
