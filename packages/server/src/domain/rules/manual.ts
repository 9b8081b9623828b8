/** Manual: told when the store says so. */
import { gone, type Rule, toEveryone } from './rule.ts'

export const manual: Rule = { causeOf: () => null, objection: gone, pacing: toEveryone }
