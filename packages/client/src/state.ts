/** What the page's Heartbell knows, as a value that a framework can watch. Everything here may run on a server, where it is empty. */
import type { Heartbell } from './widgets/kit.ts'

/** The page's Heartbell, once `start()` or the script tag made it. */
export function started(): Heartbell | undefined {
  const found = (globalThis as { heartbell?: Heartbell }).heartbell
  // before that it may be the queue of a page that did not wait for the script
  return typeof found?.isSaved === 'function' && typeof found.on === 'function' ? found : undefined
}

let isExpected = false

/** For the components of frameworks: the console says once if nothing has started Heartbell some seconds after the first one. */
export function expectStart(): void {
  if (isExpected || started() || !globalThis.document) return
  isExpected = true
  const warn = () =>
    started() ||
    console.warn(
      'Heartbell has not started, so its elements stay empty. Put <HeartbellProvider> around the app (React, Svelte), use the plugin (Vue), or call start().',
    )
  setTimeout(warn, 3000)
}

/** Calls `changed` when Heartbell has started and with every change after that. Returns a function that ends it. */
export function watchState(changed: () => void): () => void {
  if (!globalThis.document) return () => {}
  let end: (() => void) | undefined
  const begin = () => {
    end = started()?.on('change', changed)
  }
  const onReady = () => {
    begin()
    changed()
  }
  begin()
  if (!end) {
    document.addEventListener('heartbell:ready', onReady, { once: true })
    expectStart()
  }
  return () => {
    document.removeEventListener('heartbell:ready', onReady)
    end?.()
  }
}

/** A value of the state: `get` returns the same object until its content changes, which frameworks compare by identity. */
export function selectState<T>(read: (heartbell: Heartbell) => T, empty: T) {
  let [value, text] = [empty, JSON.stringify(empty)]
  return {
    get: (): T => {
      const heartbell = started()
      const next = heartbell ? read(heartbell) : empty
      const written = JSON.stringify(next)
      if (written !== text) [value, text] = [next, written]
      return value
    },
    empty: (): T => empty,
    watch: watchState,
  }
}
