/** The globals that old themes set, which have unknown types. */

// biome-ignore lint/suspicious/noExplicitAny: globals of the page have unknown types
export type Page = Record<string, any>

export const page = globalThis as Page
