/** Reports slow statements: their text, which contains no values, and their duration. */
import { watchAllStatements } from './driver/watch.ts'

export type SlowStatement = { milliseconds: number; statement: string }

const longest = 2000

/** Reports every statement of this process slower than `slowerThan` ms, including the wait for a free connection. */
export const watchStatements = (slowerThan: number, tell: (slow: SlowStatement) => void): (() => void) =>
  watchAllStatements((text, milliseconds) => {
    if (milliseconds > slowerThan)
      tell({ milliseconds: Math.round(milliseconds), statement: text.replace(/\s+/g, ' ').trim().slice(0, longest) })
  })
