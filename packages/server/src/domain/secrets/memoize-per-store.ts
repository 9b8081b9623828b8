/** Memoizes a function for each store object (or key object); the results are dropped together with that object. */

/** Results for each object; a shopper's token uses about 200 bytes. */
const maxAnswers = 20_000

/**
 * The object must never change: a changed store is a new object, for which everything is computed again. Empty results (null,
 * false) are not stored.
 */
export function memoizePerStore<Owner extends object, Asked, Answer>(
  work: (owner: Owner, asked: Asked) => Answer,
  nameOf: (asked: Asked) => string,
): (owner: Owner, asked: Asked) => Answer {
  const answers = new WeakMap<Owner, Map<string, Answer>>()
  return (owner, asked) => {
    const known = answers.get(owner)
    const name = nameOf(asked)
    const before = known?.get(name)
    if (before !== undefined) return before
    const answer = work(owner, asked)
    // Wrong guesses must not fill the memory.
    if (!answer) return answer
    if (!known) answers.set(owner, new Map([[name, answer]]))
    else {
      if (known.size >= maxAnswers) known.clear()
      known.set(name, answer)
    }
    return answer
  }
}
