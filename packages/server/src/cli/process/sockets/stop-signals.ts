/**
 * How the server stops: the first signal finishes requests in flight, a second one aborts them, and after ten seconds it exits in
 * any case.
 */
import type { Logger } from 'pino'

export type Stopping = {
  /** Resolves with the exit code when a stop is requested. */
  requested: Promise<number>
  /** Aborted at the same moment, to interrupt waits. */
  started: AbortSignal
  /** Aborted when requests in flight must not be waited for. */
  hurry: AbortSignal
  /** Stops the server because something it needs has failed. */
  fail: (error: Error) => void
}

/** npm forwards Ctrl-C to a child that already got it from the terminal: two signals this close count as one. */
const ECHO_MILLIS = 500
const LONGEST_MILLIS = 9_500

/** Listens from now on, so that a signal during the start takes effect after the start. */
export function watchStopping(logger: Logger): Stopping {
  const started = new AbortController()
  const hurry = new AbortController()
  let fail = (_: Error) => {}
  const requested = new Promise<number>((resolve) => {
    let firstAt = 0
    const begin = (code: number) => {
      if (firstAt === 0) {
        firstAt = Date.now()
        // Acknowledged writes are safe in any case, so a late exit is no failure.
        setTimeout(() => process.exit(code), LONGEST_MILLIS).unref()
        resolve(code)
        started.abort()
      } else if (Date.now() - firstAt > ECHO_MILLIS) {
        hurry.abort()
      }
    }
    fail = (error) => {
      logger.fatal({ err: error }, error.message)
      begin(1)
    }
    // SIGHUP: the terminal was closed.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => begin(0))
    // An unexpected error also stops the process in order, so that the database does not stay behind.
    process.on('uncaughtException', fail)
    process.on('unhandledRejection', fail)
  })
  return { requested, started: started.signal, hurry: hurry.signal, fail }
}
