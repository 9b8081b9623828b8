/** Money and moments as the shopper's own place writes them. Formatters cost 50 µs to make and 1 µs to use, so they are kept. */

const mostKept = 500

function keeping<T>(make: (...parts: string[]) => T): (...parts: string[]) => T {
  const kept = new Map<string, T>()
  return (...parts) => {
    const name = parts.join(' ')
    const held = kept.get(name)
    if (held !== undefined) return held
    if (kept.size >= mostKept) kept.clear()
    const made = make(...parts)
    kept.set(name, made)
    return made
  }
}

const moneyFormat = keeping(
  (locale: string, currency: string, display: string) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: display as 'symbol' | 'code',
    }),
)
const plainFormat = keeping((locale: string) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }))

const isCurrency = (text: string | null | undefined): text is string => /^[A-Z]{3}$/i.test(text ?? '')

/** In whole units of the currency; without one, the bare figure. Empty for no price. */
export function writeMoney(
  price: number | string | null | undefined,
  currency: string | null | undefined,
  locale: string,
  display: 'symbol' | 'code' = 'symbol',
): string {
  const figure = typeof price === 'string' && price.trim() !== '' ? Number(price) : price
  if (typeof figure !== 'number' || !Number.isFinite(figure)) return ''
  if (!isCurrency(currency)) return plainFormat(locale).format(figure)
  return moneyFormat(locale, currency.toUpperCase(), display).format(figure)
}

const styles = {
  time: { hour: 'numeric', minute: '2-digit' },
  short: { dateStyle: 'short', timeStyle: 'short' },
  medium: { dateStyle: 'medium' },
  long: { dateStyle: 'long' },
  moment: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  deadline: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateStyle = keyof typeof styles

export const isDateStyle = (text: unknown): text is DateStyle => typeof text === 'string' && Object.hasOwn(styles, text)

const dateFormat = keeping(
  (locale: string, timeZone: string, style: string) =>
    new Intl.DateTimeFormat(locale, { ...styles[style as DateStyle], timeZone }),
)

export const writeDate = (date: Date, style: DateStyle, locale: string, timeZone: string): string =>
  dateFormat(locale, timeZone, style).format(date)

const hour = 3_600_000

/** Until when something is held: the hour where that is soon, the day as well where it is not. With the zone: mail travels. */
export const writeDeadline = (until: Date, now: Date, locale: string, timeZone: string): string =>
  writeDate(until, until.getTime() - now.getTime() < 12 * hour ? 'moment' : 'deadline', locale, timeZone)
