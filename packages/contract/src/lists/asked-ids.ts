/** Ids of a call whose answer has them as keys: a caller looks them up as it sent them. */
import { z } from 'zod'
import { documentedAs } from '../wire/documented.ts'
import { jsonText, optional, productKey } from '../wire/fields.ts'

/** The id that is looked up, and the id as it was sent, which is the key in the answer. */
const askedKey = documentedAs(
  z.unknown().transform((sent, context) => {
    const read = productKey.safeParse(sent)
    if (read.success) return { id: read.data, asked: typeof sent === 'string' ? sent.trim() : read.data }
    for (const issue of read.error.issues) context.addIssue(issue as never)
    return z.NEVER
  }),
  productKey,
)

export const askedIds = optional(jsonText(z.array(askedKey).max(250, 'may contain at most 250 items')))
