/** What the sentences of every language are made of. */

export type StepFacts = Record<string, unknown>

/** `moment` writes a time in the store's zone and in the language. */
export type SentenceTable = Record<string, (facts: StepFacts, moment: (value: unknown) => string) => string>

export const number = (value: unknown) => (typeof value === 'number' ? value : 0)
export const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** “2 cheaper, 1 nearly sold out”: without those that are none. */
export const counted = (kinds: [count: unknown, kind: string][]) =>
  kinds.flatMap(([count, kind]) => (number(count) > 0 ? [`${number(count)} ${kind}`] : [])).join(', ')

const formats = new Map<string, Intl.DateTimeFormat>()

/** A time in the zone, with the zone. */
export function moment(value: unknown, locale: string, timeZone: string): string {
  const key = `${locale} ${timeZone}`
  let format = formats.get(key)
  if (!format) {
    const style = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
    format = new Intl.DateTimeFormat(locale, { ...style, timeZoneName: 'short', timeZone })
    // There are some 600 zones.
    formats.set(key, format)
  }
  const time = new Date(text(value))
  return Number.isNaN(time.getTime()) ? text(value) : format.format(time)
}
