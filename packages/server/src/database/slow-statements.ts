/** Which statements keep callers waiting: their text, which holds no values, and how long it took. */
import { watchAll } from './driver/watch.ts'

export type SlowStatement = { milliseconds: number; statement: string }

const longest = 2000

/** Tells of every statement of this process that took longer, from being asked until its answer; a wait for a free connection counts. */
export const watchStatements = (slowerThan: number, tell: (slow: SlowStatement) => void): (() => void) =>
  watchAll((text, milliseconds) => {
    if (milliseconds > slowerThan)
      tell({ milliseconds: Math.round(milliseconds), statement: text.replace(/\s+/g, ' ').trim().slice(0, longest) })
  })
