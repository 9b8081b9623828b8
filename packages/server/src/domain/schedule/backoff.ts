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

/** Between half of it and all, so that what failed together comes back apart. */
const spread = (whole: number, random = Math.random()): number => Math.round(whole * (0.5 + random / 2))
