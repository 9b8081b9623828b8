/** Connects the client with the page: settings from the script tag, events from other tabs, further files on demand. */
import type { Callbacks } from '../callbacks/callbacks.ts'
import type { Cart } from '../client/cart.ts'
import { type Client, type ClientOptions, openClient } from '../client/client.ts'
import type { Id, List, Product } from '../client/records.ts'
import { ignoreFailure } from '../client/sync/ignore-failure.ts'
import { Base } from './shared/element.ts'
import { importFile, type Loaded } from './shared/import-file.ts'
import { ownScript } from './shared/own-script.ts'
import { pageLanguage, texts, type Words, words } from './shared/texts.ts'

export type Heartbell = Client &
  Omit<Callbacks, 'evtLayer' | 'dispatch' | 'JSEvents' | 'EventTypes'> & {
    cart?: Cart
    /** Sets a merchant's own texts, by the names in the language files. */
    texts(words: Words): void
    signIn(token: string): Promise<void>
    /** As in `EUR`. */
    currency: string | undefined
    /** The attributes of the script tag. */
    settings: Settings
    /** Runs the function at once; before this script is loaded, when it is: `(window.heartbell ??= []).push(…)`. */
    push(task: (heartbell: Heartbell) => void): void
    /** These load their file first. */
    openDrawer(options?: { from?: HTMLElement | undefined; list?: string | undefined }): Promise<unknown>
    /** Which of the shopper's lists hold the product. */
    openLists(asked: { product: Product; from?: HTMLElement | undefined; instead?: boolean }): unknown
    openShare(list: List | string, options?: { from?: HTMLElement | undefined }): unknown
    openNotify(product: Product, options?: { from?: HTMLElement }): Promise<boolean>
    /** After a heart: where it was saved, and a way to another list. */
    showSaved(product: Product, from?: HTMLElement): unknown
    /** After a heart was emptied: a way to undo it. */
    showRemoved(product: Product, from: HTMLElement | undefined, undo: () => void): unknown
    showRefused(retry: () => void): unknown
    /** Saves the chosen variant of a heart without one. */
    saveChosen(heart: HTMLElement): Promise<void>
    followChoice(target: EventTarget | null): unknown
    /** A press on a heart that may become a long one; without an event, the heart asks for a list. */
    hold(heart: HTMLElement, event?: Event): Promise<unknown>
    /** Says in the console what is wrong with the element's tag, or with the script tag. */
    check(element?: Element): unknown
    /** Moves a row of the cart to the saved items; `row` is its id in `cart`. Its file is loaded with `<heartbell-saved>`. */
    saveForLater?(product: Product, row: string, from?: Element): Promise<boolean>
    /** The selected variant of the page's product, if the theme said so. */
    pageVariant?: string
    initializeActionButtons?(...given: unknown[]): void
    showToast?(text: string, action?: string, act?: () => void): void
    pickVariant?(asked: VariantQuestion): Promise<Id | undefined>
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

/** The attributes of the script tag, as in `data-sign-in` → `signIn`, or what an app passes to `start()`. */
export type Settings = {
  store?: string
  api?: string
  identity?: string
  lang?: string
  /** `du`: German texts that address the shopper informally. */
  address?: string
  currency?: string
  compat?: string
  deviceOnly?: ''
  /** The store sends text messages. */
  sms?: ''
  /** The store sends WhatsApp messages. */
  whatsapp?: ''
  /** The shop's sign-in page; `{url}` is replaced by the page to come back to. */
  signIn?: string
  /** The shop's page for shared lists; `{lid}` is replaced by the list's id. */
  shareUrl?: string
  [more: string]: string | undefined
}

/** Loads a file, and installs it: in the npm package it only exports what it installs. */
export const load = (name: string): Promise<Loaded> => importFile(name).then(start)

const start = (loaded: Loaded) => {
  loaded.install?.()
  return loaded
}

/** The page's language, if it is one of those with files. */
let language: string | undefined

/** The folders of texts beside `core/`, by the widget that shows them. */
const groups: Record<string, string> = { drawer: 'list/', lists: 'share/', share: 'share/', notify: 'notify/' }

/** A widget in English is better than none, so a file that is missing is not an error. */
export const loadWords = async (group = 'core/'): Promise<void> => {
  if (!language) return
  try {
    const file = await importFile(`words/${group}${language}`)
    // texts of the way to address the shopper that the page chose
    Object.assign(words, file.words, file[heartbell.settings.address!])
    heartbell.emit()
  } catch {}
}

/** Loads a larger widget and, in parallel, its texts and the code that these share. */
export const loadWidget = (name: string) => Promise.all([load('parts'), load(name), loadWords(groups[name])])

/** Fires the DOM event `heartbell:<name>`, which bubbles from the element, also out of shadow roots; without one, on the document. */
export const announce = (from: EventTarget | null | undefined, name: string, detail: object) =>
  (from ?? document).dispatchEvent(new CustomEvent(`heartbell:${name}`, { bubbles: true, composed: true, detail }))

export let heartbell: Heartbell

/** The page's `load` has happened. */
export let isLoaded: true | undefined

type Members = { [name: string]: Members } & ((...given: unknown[]) => unknown)

/** Functions of files that are loaded when one is called first; the file replaces them by its own. */
const files: Record<string, string> = {
  openDrawer: 'drawer',
  openLists: 'lists',
  showSaved: 'lists',
  showRemoved: 'lists',
  openShare: 'share',
  openNotify: 'picker',
  saveChosen: 'picker',
  followChoice: 'follow',
  hold: 'press',
  check: 'check',
  signIn: 'account',
}

/**
 * The prototype of `heartbell`: those functions, and the calls with callbacks, which have a file, too. A list of their names
 * would take 600 bytes.
 */
const loadMissing = (...path: string[]): Members =>
  // of any function
  new Proxy(ignoreFailure as unknown as Members, {
    get: (_, name: string) =>
      // `constructor` and `toString` are those of every object
      (({}) as Members)[name] ??
      // a symbol has no match
      (path[0] || files[name] || (name.match?.(/list|fetch|save|ubscr|auth|^evt/i) && !heartbell.EventTypes)
        ? loadMissing(...path, name)
        : undefined),
    apply: (_, __, given) => {
      const run = () => path.reduce((from, name) => from[name]!, heartbell as unknown as Members)(...given)
      const file = files[path[0]!]
      return file
        ? (groups[file] ? loadWidget : load)(file).then(run)
        : load('callbacks').then(
            run,
            // without a network; the second function is `onError`
            (problem) => given.filter((one) => one?.call)[1]?.(problem),
          )
    },
  })

type Task = (heartbell: Heartbell) => void
/** What a page may have made before this file ran: `(window.heartbell ??= []).push((heartbell) => …)`. */
type Early = Task[] & { on?: unknown }

const page = globalThis as unknown as { heartbell?: Early }

/**
 * That queue, or Heartbell itself, which is the same array. Anything else of this name is replaced: a form or a frame with the id
 * or the name `heartbell` is at `window.heartbell`, too, and its fields would stand in for functions.
 */
export const early = (found = page.heartbell): Early =>
  // biome-ignore lint/suspicious/noAssignInExpressions: shorter
  Array.isArray(found) ? found : (page.heartbell = [])

/** Starts once; settings are on the page's script tag. */
export function begin(given?: Settings): Heartbell {
  if (heartbell) return heartbell
  // without a prototype: what another script left on that of all objects is no setting
  const settings = { __proto__: null, ...ownScript?.dataset, ...given } as object as Settings
  settings.api ??= new URL(ownScript?.src || (location as unknown as string)).origin
  const client = openClient(settings as ClientOptions)
  // the same object, because other scripts may have it already
  const queue = early()
  // Heartbell itself, started by another copy of this file, has none
  const tasks = queue.splice?.(0)
  heartbell = Object.assign(Object.setPrototypeOf(queue, loadMissing()), client, {
    push: (task: Task) => task(heartbell),
    settings,
    currency: settings.currency,
    platform: { isLoggedIn: client.isSignedIn },
    texts: (words: Words) => {
      Object.assign(texts, words)
      client.emit()
    },
  }) as Heartbell

  language = /^(de|fr|es|it|nl|pt|sv|ja|ar|hi)/.exec(settings.lang ?? pageLanguage())?.[0]
  loadWords()
  if (settings.compat != null) {
    load('callbacks')
    load('compat')
  }
  watch(settings)
  // one that throws does not stop the others
  tasks?.map((task) => queueMicrotask(() => task(heartbell)))
  return heartbell
}

function watch({ identity }: Settings): void {
  addEventListener('storage', (event) => event.key?.includes(heartbell.localData.prefix) && heartbell.emit())
  addEventListener('online', heartbell.flush)
  heartbell.on('added', (detail, from) => announce(from, 'saved', detail))
  heartbell.on('removed', (detail, from) => announce(from, 'removed', detail))
  // after load, so that the page's own requests come first
  const settle = async () => {
    isLoaded = true
    try {
      // the store renders an empty token after signing out
      if (identity || (identity === '' && heartbell.isSignedIn())) await heartbell.signIn(identity)
      // without an identity and without pending changes this causes no call
      await heartbell.refresh()
    } catch {}
  }
  document.readyState === 'complete' ? settle() : addEventListener('load', settle)
}

/**
 * A widget draws itself once and updates whenever the client's state changes, while it is on the page. It can be imported
 * without a page (server rendering).
 */
export abstract class Widget extends Base {
  #end: (() => void) | undefined

  abstract draw(): void
  abstract show(): void

  /** Called each time it is added to a page, or moved on it. */
  connectedCallback(): void {
    if (!this.shadowRoot) this.draw()
    this.#end?.()
    this.#end = begin().on('change', () => this.show())
    this.show()
  }

  disconnectedCallback(): void {
    this.#end?.()
  }
}
