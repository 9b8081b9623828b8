/** Alert subscriptions: creating them from the store's server, and the schemas that other calls share. */
import { z } from 'zod'
import { productRecord, requestedProduct } from '../catalog/products.ts'
import { documentedAs } from '../wire/documented.ts'
import { endpoint } from '../wire/endpoint.ts'
import { jsonText, optional, requiredText, text } from '../wire/fields.ts'
import { parseJson } from '../wire/json.ts'
import { subscribeNames } from '../wire/names.ts'
import { wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'

const answer = resource(
  { ...subscribeNames, message: 'message' },
  { message: z.string(), products: z.array(productRecord.wire.strict()), topics: z.array(z.string()) },
)

export const subscriptionAnswer = answer

export const topicName = documentedAs(
  requiredText(64)
    .transform((value) => value.trim())
    .pipe(
      z.string().refine((value) => /^[\p{L}\p{N}][\p{L}\p{N} _.-]*$/u.test(value), {
        message: 'must be a topic name of letters, digits, spaces, dots, dashes or underscores',
      }),
    ),
  requiredText(64),
)

const topicNames = z.array(topicName).min(1, 'must contain a topic').max(20, 'may contain at most 20 topics')

const notTopics = 'must be a JSON array of topic names, such as ["backinstock"]'

/** Only an array: a bare word, a JSON string and a comma list are refused, because a guess could subscribe to another topic. */
const topics = documentedAs(
  z
    .unknown()
    .transform((value, context) => {
      const read = typeof value === 'string' ? parsedOrText(value) : value
      if (read === undefined || Array.isArray(read)) return read
      context.addIssue({ code: 'custom', message: notTopics, input: value })
      return z.NEVER
    })
    .pipe(topicNames),
  topicNames,
) as unknown as z.ZodType<string[]>

function parsedOrText(value: string): unknown {
  try {
    return parseJson(value)
  } catch {
    return value
  }
}

export const medium = z.enum(['email', 'sms', 'whatsapp'])

export const subscribe = endpoint({
  method: 'POST',
  path: '/storeadmin/bispa/subscriptions/create',
  auth: 'store',
  tag: 'Alerts',
  summary: 'Subscribe an e-mail address or a phone number to alerts about products',
  fields: resource(subscribeNames, {
    medium,
    // Validation depends on the medium and the store's country, so the domain does it.
    address: requiredText(254),
    products: jsonText(
      z.array(requestedProduct.reader).min(1, 'must contain a product').max(250, 'may contain at most 250 products'),
    ),
    topics,
    joinMailingList: optional(wholeNumber(0, 1)),
    extras: optional(text(2048)),
    locale: optional(text(100)),
    consentText: optional(text(1000)),
  }),
  answer: answer.wire.strict(),
  refusals: [[403, 'inventory-not-managed']],
})
