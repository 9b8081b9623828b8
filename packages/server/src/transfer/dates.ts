/** Dates and times as other apps write them. */

/** Null when the text is not a date. Without a time zone it is UTC; a future date becomes now. */
export function readDate(text: string, country: string, now: Date): Date | null {
  const millis = readMillis(text.trim(), country)
  if (millis === null || Number.isNaN(millis)) return null
  return new Date(Math.min(millis, now.getTime()))
}

function readMillis(text: string, country: string): number | null {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000
  if (/^\d{13}$/.test(text)) return Number(text)
  const [, year, month, day, time = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(.+))?$/.exec(text) ?? []
  if (year) return toMillis(Number(year), Number(month), Number(day), time)
  const [, first, second, trailingYear, clock = ''] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:,?\s+(.+))?$/.exec(text) ?? []
  if (trailingYear) {
    const isMonthFirst = Number(second) > 12 || (Number(first) <= 12 && country === 'US' && text.includes('/'))
    const [month, day] = isMonthFirst ? [first, second] : [second, first]
    return toMillis(Number(trailingYear), Number(month), Number(day), clock)
  }
  if (!/[a-z]{3}/i.test(text) || !/\d{4}/.test(text)) return null
  return Date.parse(/(z|utc|gmt|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text} UTC`)
}

/** `14:30`, `2:30:05 PM`, `14:30:05.123Z`, `14:30:05 +0200`. */
function toMillis(year: number, month: number, day: number, time: string): number | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  if (time === '') return date.getTime()
  const clock =
    /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?\s*([ap]m)?\s*(?:(z|utc|gmt)|([+-])(\d{2}):?(\d{2}))?$/i
  const [, hours, minutes, seconds = '0', part = '0', half, , sign, aheadHours, aheadMinutes] = clock.exec(time) ?? []
  if (hours === undefined) return null
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 60) return null
  const ahead = sign ? (sign === '-' ? -1 : 1) * (Number(aheadHours) * 60 + Number(aheadMinutes)) : 0
  const millis = Math.floor(Number(`0.${part}`) * 1000)
  return date.getTime() + ((hour * 60 + Number(minutes) - ahead) * 60 + Number(seconds)) * 1000 + millis
}
