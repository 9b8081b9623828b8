/** Globals that core.js uses so often that a local name is shorter. */
const { document, location, customElements, addEventListener, queueMicrotask } = self
const { Object: object, Promise: promise, HTMLElement: htmlElement } = self

export {
  addEventListener,
  customElements,
  document,
  htmlElement as HTMLElement,
  location,
  object as Object,
  promise as Promise,
  queueMicrotask,
}
