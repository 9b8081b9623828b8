/** How many milliseconds to wait until something that failed is tried again. */

/** Milliseconds of the first wait, and of the longest. */
export type Waits = { first?: number | undefined; longest?: number | undefined }

const [usualFirst, usualLongest] = [5_000, 30 * 60_000]

/** After the first failed attempt `first`, then twice as long each time. */
export function backoff(attempts: number, { first = usualFirst, longest = usualLongest }: Waits = {}, random?: number) {
  return spread(Math.min(first * 2 ** Math.min(attempts - 1, 30), longest), random)
}

/**
 * The same where attempts can't be counted, because a stop or a crash cuts some short: as long again as it has been failing for, so
 * each wait is about twice the one before.
 */
export function backoffSince(
  failingSince: Date | null,
  now: Date,
  { first = usualFirst, longest = usualLongest }: Waits = {},
  random?: number,
): number {
  const failedFor = failingSince ? now.getTime() - failingSince.getTime() : 0
  return spread(Math.min(Math.max(first, failedFor), longest), random)
}

/** Between half of it and all, so that what failed at the same moment is not retried at the same moment. */
const spread = (whole: number, random = Math.random()): number => Math.round(whole * (0.5 + random / 2))

/**
 * Webhooks are retried for three days: milliseconds after the first failure, the second and so on, as the Standard Webhooks
 * specification proposes. After the last one the event is given up.
 */
export const webhookRetrySchedule = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map(
  (seconds) => seconds * 1000,
)

/** A fifth more or less, for the same reason. Null when there is no further attempt. */
export const webhookRetryDelay = (failures: number, random: number): number | null => {
  const whole = webhookRetrySchedule[failures - 1]
  return whole === undefined ? null : Math.round(whole * (0.8 + 0.4 * random))
}
