/** Which statements keep callers waiting: their text, which holds no values, and how long it took. */
import { connect } from './connect.ts'

export type SlowStatement = { milliseconds: number; statement: string }

/** What the driver makes of a tagged statement; it begins when somebody waits for it. */
type Asked = {
  strings: readonly string[]
  statement: { string: string } | null
  executed: boolean
  resolve(rows: unknown): void
  reject(error: unknown): void
  handle(): Promise<void>
}

/**
 * Tells of every statement of this process that took longer, from being asked until its answer, so a wait for a free
 * connection counts. The driver has no place to listen at; all its statements are of one class, which is watched here.
 */
export function watchStatements(slowerThan: number, tell: (slow: SlowStatement) => void): () => void {
  const asked = Object.getPrototypeOf(neverConnected`select`) as Asked
  const { handle } = asked
  asked.handle = function (this: Asked) {
    if (!this.executed) {
      const began = performance.now()
      const lookThen = (settle: (answer: unknown) => void) => (answer: unknown) => {
        const milliseconds = performance.now() - began
        if (milliseconds > slowerThan) tell({ milliseconds: Math.round(milliseconds), statement: textOf(this) })
        settle(answer)
      }
      this.resolve = lookThen(this.resolve)
      this.reject = lookThen(this.reject)
    }
    return handle.call(this)
  }
  return () => {
    asked.handle = handle
  }
}

/** Only to reach the class. */
const neverConnected = connect({ url: 'postgres://nobody@127.0.0.1:1/none' })

const longest = 2000

const textOf = ({ statement, strings }: Asked) =>
  (statement?.string ?? strings.join('?')).replace(/\s+/g, ' ').trim().slice(0, longest)
