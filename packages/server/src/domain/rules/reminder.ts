/** Reminder: told a set time after the asking, whatever becomes of the product, as long as it is sold. */
import { gone, type Rule, toEveryone } from './rule.ts'

export const reminder: Rule = { causeOf: () => null, objection: gone, pacing: toEveryone }
