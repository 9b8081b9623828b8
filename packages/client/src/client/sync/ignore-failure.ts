/** For promises whose failure is handled elsewhere. */
export const ignoreFailure = (promise: Promise<unknown>) => {
  promise.catch(() => {})
}
