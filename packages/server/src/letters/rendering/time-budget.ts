/**
 * A hard limit in time for work on others' templates. Liquid looks at the clock between two tags only: one filter over a long text
 * or one loop without a body runs on for seconds, and nobody is served meanwhile. `vm` stops whatever runs, regular expressions too.
 */
import vm from 'node:vm'

/** Milliseconds of the processor. An ordinary letter takes one. */
export const templateMillis = 50

/** Milliseconds by the clock on the wall that one attempt may take at most, on a machine that is busy with something else. */
const longestWait = 1000

let watch: { box: { run: () => void }; script: vm.Script } | undefined

type Attempt = { isWhole: boolean; processorMillis: number }

/** 0.1 ms, most of it for the thread that watches the clock. */
function runWatched(run: () => void, timeout: number): Attempt {
  watch ??= { box: vm.createContext({ run }) as { run: () => void }, script: new vm.Script('run()') }
  const { box, script } = watch
  box.run = run
  const before = process.cpuUsage()
  try {
    script.runInContext(box, { timeout })
    return { isWhole: true, processorMillis: 0 }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    const { user, system } = process.cpuUsage(before)
    return { isWhole: false, processorMillis: (user + system) / 1000 }
  }
}

/** Other threads of this process, such as the garbage collector, count as well: only work that is stopped this often is too slow. */
const tries = 2

/** Attempts that got less of the processor than the budget, because the machine was busy, are made again with more time. */
const mostAttempts = 6

/** Gives what `work` gives, or undefined when it is too slow. It may be done more than once. */
export function withinBudget<T>(work: () => T): { done: T } | undefined {
  let timeout = templateMillis
  let slow = 0
  for (let attempt = 0; attempt < mostAttempts && slow < tries; attempt++) {
    let outcome: { done: T } | { failed: unknown } | undefined
    const { isWhole, processorMillis } = runWatched(() => {
      try {
        outcome = { done: work() }
      } catch (error) {
        outcome = { failed: error }
      }
    }, timeout)
    if (isWhole && outcome) {
      if ('failed' in outcome) throw outcome.failed
      return outcome
    }
    if (processorMillis >= 0.8 * templateMillis) slow++
    else timeout = waitFor(timeout, processorMillis)
  }
  return undefined
}

/** As long as the budget takes at the share of the processor that was seen. */
export function waitFor(timeout: number, processorMillis: number): number {
  const needed = (timeout * templateMillis) / Math.max(processorMillis, 1)
  return Math.ceil(Math.min(Math.max(needed, 2 * timeout), longestWait))
}
