/** Reminder: notifies a fixed time after the request, if the product is still sold. */
import { gone, type Rule, toEveryone } from './rule.ts'

export const reminder: Rule = { causeOf: () => null, objection: gone, pacing: toEveryone }
