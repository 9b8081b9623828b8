/** What widgets say: English where it is said, another language from its file, a merchant's own words over both. */

export type Words = Record<string, string>

let words: Words = {}

/** `{0}`, `{1}` stand for what is spoken of. */
export function say(name: string, english: string, ...things: unknown[]): string {
  return (words[name] ?? english).replace(/{(\d)}/g, (_, place) => `${things[place]}`)
}

export const learn = (more: Words) => {
  words = { ...words, ...more }
}

export const pageLanguage = () => document.documentElement.lang || 'en'

/** Prices are written as the page's language does; without a currency, as a plain number with two places. */
export function money(price: number | null | undefined, currency?: string | null): string {
  if (price == null) return ''
  const style = currency ? ({ style: 'currency', currency } as const) : { minimumFractionDigits: 2 }
  return new Intl.NumberFormat(pageLanguage(), style).format(price)
}
