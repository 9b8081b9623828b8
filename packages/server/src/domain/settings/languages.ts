/** The languages of messages and pages for shoppers, and how one is chosen. */
import { languages } from '@heartbell/contract/dashboard/messages'

export type Language = (typeof languages)[number]

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** `de-AT` and `de_AT` are read as `de`. Null for a language that is not supported. */
function readLanguage(locale: string | null | undefined): Language | null {
  const [first = ''] = (locale ?? '').trim().toLowerCase().split(/[-_]/)
  return languages.find((language) => language === first) ?? null
}

/** The first supported language, otherwise English. Callers pass the shopper's locale, then the store's. */
export function pickLanguage(...locales: (string | null | undefined)[]): Language {
  for (const locale of locales) {
    const language = readLanguage(locale)
    if (language) return language
  }
  return 'en'
}

/** `Accept-Language: de-AT;q=0.8, fr` as locales, the preferred first. Unreadable parts are skipped. */
export function readAcceptLanguage(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, place) => {
      const [, tag, weight] =
        /^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/.exec(part) ?? []
      return { tag, weight: weight === undefined ? 1 : Number(weight), place }
    })
    .filter((one): one is { tag: string; weight: number; place: number } => one.tag !== undefined && one.weight > 0)
    .sort((one, other) => other.weight - one.weight || one.place - other.place)
    .map(({ tag }) => tag)
}

const canonical = new Map<string, string | null>()

/** Null for a tag that Intl refuses. Cached, because every message needs it. */
function canonicalLocale(tag: string): string | null {
  let known = canonical.get(tag)
  if (known !== undefined) return known
  try {
    known = Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    known = null
  }
  if (canonical.size > 1000) canonical.clear()
  canonical.set(tag, known)
  return known
}

/** A locale that Intl accepts, with the shopper's country if it is known, otherwise the language alone. */
export function formatLocale(language: Language, locale: string | null | undefined): string {
  const tag = (locale ?? '').trim().replaceAll('_', '-')
  return (readLanguage(tag) === language && canonicalLocale(tag)) || language
}
