/** Manual: notifies only when the store triggers it. */
import { gone, type Rule, toEveryone } from './rule.ts'

export const manual: Rule = { causeOf: () => null, objection: gone, pacing: toEveryone }
