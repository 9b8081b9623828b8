/** Hours in which no message goes out: in the recipient's time zone, across its clock changes. */
import type { QuietHours } from '../../domain/settings/settings.ts'

/** Every zone in use differs from UTC by a multiple of this, so its hours begin at one. */
const step = 15 * 60_000

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: zone })
  clocks.set(zone, clock)
  return clock
}

/** The first valid time zone; a browser may send anything. */
export function knownZone(...zones: (string | null)[]): string {
  for (const zone of zones) {
    try {
      if (zone && clockOf(zone)) return zone
    } catch {
      // try the next one
    }
  }
  return 'UTC'
}

export function isQuiet({ from, to }: QuietHours, zone: string, at: Date): boolean {
  const hour = Number(clockOf(zone).format(at))
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}

/**
 * When a message of `now` may go: null for at once. Asks the zone's own clock quarter by quarter, because an hour may be missing
 * or come twice. Two days are enough for the one hour left of a day to be the one that is missing.
 */
export function quietUntil(hours: QuietHours, zone: string, now: Date): Date | null {
  if (!isQuiet(hours, zone, now)) return null
  let until = new Date(Math.floor(now.getTime() / step) * step)
  do until = new Date(until.getTime() + step)
  while (isQuiet(hours, zone, until))
  return until
}
