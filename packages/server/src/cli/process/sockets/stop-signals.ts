/** How the server ends: at the first signal it finishes what it has, at a second it hurries, and in ten seconds it is gone. */
import type { Logger } from 'pino'

export type Stopping = {
  /** Resolves with the exit code when it is time to stop. */
  asked: Promise<number>
  /** Aborted at that same moment, for what has to be cut short. */
  begun: AbortSignal
  /** Aborted when whoever asked won't wait for requests in flight. */
  hurry: AbortSignal
  /** Something without which the server can't go on is gone. */
  fail: (error: Error) => void
}

/** npm passes Ctrl-C on to a child that the terminal has told already: two signals this close are one. */
const ECHO = 500
const LONGEST = 9_500

/** Listens from now on, so that a signal during the start is obeyed when the start is done. */
export function watchStopping(logger: Logger): Stopping {
  const begun = new AbortController()
  const hurry = new AbortController()
  let fail = (_: Error) => {}
  const asked = new Promise<number>((resolve) => {
    let firstAt = 0
    const begin = (code: number) => {
      if (firstAt === 0) {
        firstAt = Date.now()
        // What was acknowledged is safe in any case, so being late is no failure.
        setTimeout(() => process.exit(code), LONGEST).unref()
        resolve(code)
        begun.abort()
      } else if (Date.now() - firstAt > ECHO) {
        hurry.abort()
      }
    }
    fail = (error) => {
      logger.fatal({ err: error }, error.message)
      begin(1)
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => begin(0))
    // A fault of ours ends the process in order too, so that the database is not left behind.
    process.on('uncaughtException', fail)
    process.on('unhandledRejection', fail)
  })
  return { asked, begun: begun.signal, hurry: hurry.signal, fail }
}
