/** A part of the `broken-world` row: what it did, and which faults it found. */
export type Found = { did: string; wrong: string[]; isUnknown?: boolean }

export type Part = (guard: string | undefined) => Promise<Found>

/** Milliseconds until `look` returns true; null when it never does. */
export async function timeUntil(look: () => Promise<boolean>, mostMillis: number): Promise<number | null> {
  const since = performance.now()
  while (performance.now() - since < mostMillis) {
    if (await look()) return Math.round(performance.now() - since)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return null
}
