/** Globals that core.js uses so often that a local name is shorter. */
export const { document, location, customElements, addEventListener, queueMicrotask } = self
