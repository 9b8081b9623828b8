/** Lets a promise go: whoever must hear of its failure hears of it elsewhere. */
export const hush = (promise: Promise<unknown>) => {
  promise.catch(() => {})
}
