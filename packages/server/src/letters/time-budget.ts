/**
 * A hard limit in time for work on others' templates. Liquid looks at the clock between two tags only: one filter over a long text
 * or one loop without a body runs on for seconds, and nobody is served meanwhile. `vm` stops whatever runs, regular expressions too.
 */
import vm from 'node:vm'

/** Milliseconds by the clock on the wall. An ordinary letter takes one. */
export const templateMillis = 50

let watch: { box: { run: () => void }; script: vm.Script } | undefined

/** 0.1 ms, most of it for the thread that watches the clock. */
function runWatched(run: () => void): boolean {
  watch ??= { box: vm.createContext({ run }) as { run: () => void }, script: new vm.Script('run()') }
  const { box, script } = watch
  box.run = run
  try {
    script.runInContext(box, { timeout: templateMillis })
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    return false
  }
}

/** A machine may stand still for a moment: only work that is stopped this often in a row is too slow. */
const tries = 2

/** Gives what `work` gives, or undefined when it is too slow. It may be done more than once. */
export function withinBudget<T>(work: () => T): { done: T } | undefined {
  for (let tried = 0; tried < tries; tried++) {
    let outcome: { done: T } | { failed: unknown } | undefined
    const isWhole = runWatched(() => {
      try {
        outcome = { done: work() }
      } catch (error) {
        outcome = { failed: error }
      }
    })
    if (!isWhole || !outcome) continue
    if ('failed' in outcome) throw outcome.failed
    return outcome
  }
  return undefined
}
