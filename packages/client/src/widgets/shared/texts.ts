/** Texts of widgets: English in the code, other languages from their files; a merchant’s own texts override both. */

export type Words = Record<string, string>

/** A merchant's own texts. */
export const texts: Words = {}

/** The page's language. Apart from `texts`, because a language file may arrive after the merchant's texts. */
export const words: Words = {}

/** `{0}`, `{1}` are replaced by `values`. */
export const t = (name: string, english: string, ...values: unknown[]): string =>
  (texts[name] ?? words[name] ?? english).replace(/{(\d)}/g, (_, place) => values[place] as string)

export const pageLanguage = () => document.documentElement.lang || 'en'
