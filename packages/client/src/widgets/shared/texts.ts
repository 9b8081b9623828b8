/** Texts of widgets: English in the code, other languages from their files, a merchant’s own texts override both. */

export type Words = Record<string, string>

export const texts: Words = {}

/** `{0}`, `{1}` are replaced by `values`. */
export const t = (name: string, english: string, ...values: unknown[]): string =>
  (texts[name] ?? english).replace(/{(\d)}/g, (_, place) => values[place] as string)

export const pageLanguage = () => document.documentElement.lang || 'en'
