/** A note of this process to itself: a call has left work behind (list_removals, saver_recounts), which may begin after its commit. */
let isNoted = false

export const signalBackgroundWork = (): void => {
  isNoted = true
}

/** True once for each note. */
export function takeBackgroundSignal(): boolean {
  const was = isNoted
  isNoted = false
  return was
}
