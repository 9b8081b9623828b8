/** What widgets say: English where it is said, another language from its file, a merchant's own words over both. */

export type Words = Record<string, string>

export const said: Words = {}

/** `{0}`, `{1}` stand for what is spoken of. */
export const say = (name: string, english: string, ...things: unknown[]): string =>
  (said[name] ?? english).replace(/{(\d)}/g, (_, place) => `${things[place]}`)

export const pageLanguage = () => document.documentElement.lang || 'en'
