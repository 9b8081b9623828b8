/**
 * Lists what older scripts find on a page: runs core.js, callbacks.js and compat.js in an imitation of a page and reads the names they define.
 * The doctor of the server and the tests of the documents read the list, so that neither has a copy of its own.
 */
import { createContext, Script } from 'node:vm'

/** The objects whose members are listed. */
const objects = ['_swat', 'SwymCallbacks', 'SwymUtils']

/** Answers every read and call with itself, so that any use of the page works. It contains no elements. */
const makeAnything = () => {
  const anything = new Proxy(() => {}, {
    get: (target, name) => {
      if (name === Symbol.iterator) return () => [][Symbol.iterator]()
      if (name === Symbol.toPrimitive) return () => ''
      if (name === 'prototype') return target.prototype
      return name === 'then' ? undefined : anything
    },
    set: () => true,
    apply: () => anything,
    construct: () => anything,
  })
  return anything
}

/** `null` for what a page without elements does not find. */
function makePage() {
  const anything = makeAnything()
  const script = { dataset: { store: 'x'.repeat(43), compat: '' }, src: 'https://wishes.example/client/latest/core.js' }
  const document = new Proxy(anything, {
    get: (_, name) => {
      if (name === 'querySelector') return (selector) => (/^script/.test(selector) ? script : null)
      if (/^(getElement|closest|activeElement|currentScript)/.test(String(name))) return () => null
      if (name === 'documentElement') return { lang: 'en' }
      return name === 'readyState' ? 'complete' : anything
    },
  })
  const nothing = () => undefined
  const page = {
    ...{ document, navigator: anything, localStorage: { getItem: () => null, setItem: nothing, removeItem: nothing } },
    ...{
      location: new URL('https://shop.example/'),
      history: anything,
      customElements: { define: nothing, get: nothing },
    },
    ...{ addEventListener: nothing, removeEventListener: nothing, dispatchEvent: nothing, matchMedia: () => anything },
    ...{ setTimeout: nothing, clearTimeout: nothing, queueMicrotask: nothing, requestAnimationFrame: nothing },
    ...{
      HTMLElement: class {},
      HTMLScriptElement: class {},
      MutationObserver: class {
        observe() {}
      },
      IntersectionObserver: class {
        observe() {}
      },
    },
    ...{
      CSSStyleSheet: class {
        replaceSync() {}
      },
      BroadcastChannel: class {},
      CustomEvent: Event,
    },
    ...{ Event, EventTarget, URL, URLSearchParams, AbortController, Response, Headers, crypto, structuredClone },
    ...{
      fetch: () => new Promise(nothing),
      reportError: (error) => {
        throw error
      },
    },
    // files that are loaded on demand never arrive
    loadNothing: () => new Promise(nothing),
  }
  return Object.assign(page, { self: page, window: page, globalThis: page })
}

/** `function`, `value`, `object` (of a class: its members are not listed) or the members by name. */
function describe(value, isOurs, depth = 3) {
  if (typeof value === 'function') return 'function'
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'value'
  // the page has its own Object
  const isPlain = ['Object', undefined].includes(value.constructor?.name)
  if (!isPlain || depth === 0) return 'object'
  const names = Object.keys(value)
    .filter((name) => !isOurs(name))
    .sort()
  return Object.fromEntries(names.map((name) => [name, describe(value[name], isOurs, depth - 1)]))
}

/** `files`: the texts of core.js, callbacks.js and compat.js. `shortened`: names that the build gave to our own properties. `stamp`: the name of the shared code. */
export function listMembers(files, shortened, stamp) {
  const page = makePage()
  const before = new Set(Object.keys(page))
  const context = createContext(page)
  for (const text of files) new Script(text.replace(/\bimport\(/g, 'loadNothing(')).runInContext(context)
  const missing = objects.filter((name) => !(name in page))
  if (missing.length > 0) throw new Error(`compat.js does not define ${missing.join(', ')}`)
  const isOurs = (name) => shortened.has(name) || name.startsWith(stamp)
  const listed = Object.fromEntries(objects.map((name) => [name, describe(page[name], isOurs)]))
  const names = Object.keys(page).filter((name) => !before.has(name))
  return { ...listed, globals: names.sort(), events: Object.values(page._swat.JSEvents) }
}
