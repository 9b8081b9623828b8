/**
 * A hard time limit for merchants' templates. Liquid checks the clock only between tags: one filter over a long text, or a loop
 * without a body, blocks the process for seconds. `vm` stops any code, regular expressions too.
 */
import vm from 'node:vm'

/** Milliseconds of processor time. An ordinary letter takes one. */
export const templateMillis = 50

/** Longest wall-clock time of one attempt, on a busy machine, in milliseconds. */
const longestWait = 1000

let watch: { box: { run: () => void }; script: vm.Script } | undefined

type BudgetAttempt = { isWhole: boolean; processorMillis: number }

/** Costs 0.1 ms, mostly for the thread that watches the clock. */
function runWatched(run: () => void, timeout: number): BudgetAttempt {
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

/** Processor time includes other threads, such as the garbage collector: work is too slow only when stopped this often. */
const tries = 2

/** An attempt that got less processor time than the budget, because the machine was busy, is repeated with more time. */
const mostAttempts = 6

/** Returns the result of `work`, or undefined when it is too slow. May run `work` more than once. */
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

/** The wall-clock time that the budget needs at the measured share of the processor. */
export function waitFor(timeout: number, processorMillis: number): number {
  const needed = (timeout * templateMillis) / Math.max(processorMillis, 1)
  return Math.ceil(Math.min(Math.max(needed, 2 * timeout), longestWait))
}
