/** What core.js says so often of the page that a name of its own is shorter. */
export const { document, location, customElements, addEventListener, queueMicrotask } = self
