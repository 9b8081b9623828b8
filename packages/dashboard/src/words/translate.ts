/** Translations: English texts are in the code, other languages in tables keyed by the English text. */
import { useSyncExternalStore } from 'react'
import { useMe } from '../session.ts'

type Table = Readonly<Record<string, string>>
type Values = Readonly<Record<string, string | number>>

/** English readers load no table. */
const loaders: Record<string, () => Promise<Table>> = { de: async () => (await import('./de.ts')).german }
const tables: Record<string, Table> = {}
const listeners = new Set<() => void>()

export async function loadLanguage(locale: string): Promise<void> {
  if (!loaders[locale] || tables[locale]) return
  tables[locale] = await loaders[locale]()
  for (const notify of listeners) notify()
}

export type Translate = {
  (english: string, values?: Values): string
  /** `{count}` in either text is the count as a number of the language. */
  plural(count: number, one: string, many: string, values?: Values): string
}

function translateWith(table: Table = {}, locale = 'en'): Translate {
  const t = (english: string, values: Values = {}) =>
    (table[english] ?? english).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))
  const plural: Translate['plural'] = (count, one, many, values) =>
    t(count === 1 ? one : many, { count: new Intl.NumberFormat(locale).format(count), ...values })
  return Object.assign(t, { plural })
}

/** The browser's language, if the dashboard has it. */
export const browserLocale = () => (navigator.language.startsWith('de') ? 'de' : 'en')

/** The person's own choice, otherwise the browser's. */
export function useLocale(): string {
  const { data } = useMe()
  return data?.locale ?? browserLocale()
}

/** The same for texts that the server writes. */
export const useReaderLanguage = (): 'en' | 'de' => (useLocale() === 'de' ? 'de' : 'en')

export function useT(): Translate {
  const locale = useLocale()
  const table = useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      void loadLanguage(locale)
      return () => listeners.delete(notify)
    },
    () => tables[locale],
  )
  return translateWith(table, locale)
}

export function useFormats() {
  const locale = useLocale()
  const dates = (options: Intl.DateTimeFormatOptions) => (value: string | number | Date) =>
    new Intl.DateTimeFormat(locale, options).format(new Date(value))
  return {
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
    percent: (value: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value),
    /** A difference of shares in percentage points, with its sign. */
    points: (value: number) =>
      new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', maximumFractionDigits: 1 }).format(value * 100),
    money: (value: number, currency: string) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 2 }).format(value),
    date: dates({ dateStyle: 'medium' }),
    time: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    /** A calendar day such as `2026-11-16`, without its year. */
    shortDay: dates({ day: 'numeric', month: 'short', timeZone: 'UTC' }),
  }
}
