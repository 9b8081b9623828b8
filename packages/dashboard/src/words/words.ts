/** The dashboard's texts: English is written in the code, other languages stand in a table by the English text. */
import { useMe } from '../session.ts'
import { german } from './de.ts'

const tables: Record<string, Readonly<Record<string, string>>> = { de: german }

export type Say = (english: string, values?: Record<string, string | number>) => string

export function sayIn(locale: string): Say {
  const table = tables[locale] ?? {}
  return (english, values = {}) =>
    (table[english] ?? english).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))
}

/** The person's own choice, else the browser's. */
export function useLocale(): string {
  const { data } = useMe()
  return data?.locale ?? (navigator.language.startsWith('de') ? 'de' : 'en')
}

export const useSay = (): Say => sayIn(useLocale())

export function useFormats() {
  const locale = useLocale()
  return {
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
    percent: (value: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value),
    money: (value: number, currency: string) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 2 }).format(value),
    date: (value: string | number | Date) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(value)),
    time: (value: string | number | Date) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value)),
  }
}
