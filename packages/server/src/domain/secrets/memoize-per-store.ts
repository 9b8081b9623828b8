/** What was found out a moment ago and is asked again at once: forgotten with the object it was found out for. */

/** For each object; a shopper's token takes about 200 bytes. */
const maxAnswers = 20_000

/**
 * The same function, without the work where it was done before for this object and gave something. Its object must never
 * change: a store that changes is read anew, so whatever was true of the former one is asked again.
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
    // Whoever guesses must not fill the memory with what they guessed.
    if (!answer) return answer
    if (!known) answers.set(owner, new Map([[name, answer]]))
    else {
      if (known.size >= maxAnswers) known.clear()
      known.set(name, answer)
    }
    return answer
  }
}
