/** How long until something that failed is tried again. */

/** Milliseconds of the first wait, and of the longest. */
export type Waits = { first?: number | undefined; longest?: number | undefined }

/**
 * As long again as it has been tried for, so each wait is about twice the one before; half an hour at most. Spread over half of
 * that, so that what failed together comes back apart. Counting the tries would count those that a stop or a crash cut short.
 */
export function retryDelay(
  triedAt: Date | null,
  now: Date,
  random: number,
  { first = 5_000, longest = 30 * 60_000 }: Waits = {},
): number {
  const tried = triedAt ? now.getTime() - triedAt.getTime() : 0
  const whole = Math.min(Math.max(first, tried), longest)
  return Math.round(whole * (0.5 + random / 2))
}
