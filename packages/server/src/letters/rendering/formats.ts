/** Money and dates in the shopper's locale. A formatter takes 50 µs to create and 1 µs to use, so they are cached. */

const mostCached = 500

function cached<T>(make: (...parts: string[]) => T): (...parts: string[]) => T {
  const cache = new Map<string, T>()
  return (...parts) => {
    const name = parts.join(' ')
    const known = cache.get(name)
    if (known !== undefined) return known
    if (cache.size >= mostCached) cache.clear()
    const made = make(...parts)
    cache.set(name, made)
    return made
  }
}

const moneyFormat = cached(
  (locale: string, currency: string, display: string) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: display as 'symbol' | 'code',
    }),
)
const plainFormat = cached((locale: string) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }))

const isCurrency = (text: string | null | undefined): text is string => /^[A-Z]{3}$/i.test(text ?? '')

/** The one money format of the server. Without a currency, the number alone; without a price, empty. */
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

/** A price as people type it: `40`, `€ 39,90`, `1.250,00`, `١٢٫٥`. Null if there is none. */
export function readMoney(text: string): number | null {
  const plain = text
    .normalize('NFKC')
    // digits of Arabic, Persian and Hindi
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
    .replace(/[\u0966-\u096f]/g, (digit) => `${(digit.charCodeAt(0) - 6) & 15}`)
    .replace(/\u066b/g, ',')
    .replace(/[^\d.,-]/g, '')
  const [, whole = '', part = ''] = /^([\d.,]{0,15}?)(?:[.,](\d{1,2}))?$/.exec(plain) ?? []
  const price = Number(`${whole.replace(/[.,]/g, '')}.${part}`)
  return price > 0 ? price : null
}

const numberFormat = cached((locale: string) => new Intl.NumberFormat(locale))

export const writeNumber = (figure: number, locale: string): string => numberFormat(locale).format(figure)

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

type DateStyle = keyof typeof styles

export const isDateStyle = (text: unknown): text is DateStyle => typeof text === 'string' && Object.hasOwn(styles, text)

const dateFormat = cached(
  (locale: string, timeZone: string, style: string) =>
    new Intl.DateTimeFormat(locale, { ...styles[style as DateStyle], timeZone }),
)

export const writeDate = (date: Date, style: DateStyle, locale: string, timeZone: string): string =>
  dateFormat(locale, timeZone, style).format(date)

/** A day without a time, as in 2027-03-01: the same in every time zone. */
export const writeDay = (day: string, locale: string): string =>
  writeDate(new Date(`${day}T00:00:00Z`), 'long', locale, 'UTC')

/** When the next people are notified: day, time and time zone, as a mail may be read days later. */
export const writeDeadline = (until: Date, locale: string, timeZone: string): string =>
  writeDate(until, 'deadline', locale, timeZone)
