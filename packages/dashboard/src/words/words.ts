/** The dashboard's texts: English is written in the code, other languages stand in a table by the English text. */
import { useSyncExternalStore } from 'react'
import { useMe } from '../session.ts'

type Table = Readonly<Record<string, string>>

/** Whoever reads English loads none. */
const load: Record<string, () => Promise<Table>> = { de: async () => (await import('./de.ts')).german }
const tables: Record<string, Table> = {}
const waiting = new Set<() => void>()

export async function learn(locale: string): Promise<void> {
  if (!load[locale] || tables[locale]) return
  tables[locale] = await load[locale]()
  for (const look of waiting) look()
}

export type Say = (english: string, values?: Record<string, string | number>) => string

export function sayIn(table: Table = {}): Say {
  return (english, values = {}) =>
    (table[english] ?? english).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))
}

/** What the browser is set to, as far as we speak it. */
export const browserLocale = () => (navigator.language.startsWith('de') ? 'de' : 'en')

/** The person's own choice, else the browser's. */
export function useLocale(): string {
  const { data } = useMe()
  return data?.locale ?? browserLocale()
}

export function useSay(): Say {
  const locale = useLocale()
  const table = useSyncExternalStore(
    (look) => {
      waiting.add(look)
      void learn(locale)
      return () => waiting.delete(look)
    },
    () => tables[locale],
  )
  return sayIn(table)
}

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
