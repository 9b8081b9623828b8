/** Alerts about saved items: whether a shopper wants them, about what, and which lists stay silent. */
import { z } from 'zod'
import { jsonText, optional, requiredText, text, yesNo } from '../wire/fields.ts'
import { savedAlertNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'
import { listCall, listId, unknownList } from './lists.ts'

export const savedAlertTopics = ['backinstock', 'pricedrop', 'lowstock'] as const

const topics = z.array(z.enum(savedAlertTopics))

const answer = resource(savedAlertNames, {
  enabled: z.boolean(),
  asks: z.boolean(),
  topics,
  silentLists: z.array(z.string()),
}).wire.strict()

const refusals = [
  [403, 'login-required'],
  [403, 'saved-alerts-off'],
] as const

export const fetchSavedAlerts = listCall(
  'fetch-saved-alerts',
  'Whether this shopper wants alerts about saved items, and about what',
  resource(savedAlertNames, {}),
  answer,
  { reads: true },
)

export const chooseSavedAlerts = listCall(
  'saved-alerts',
  'Turn alerts about saved items on or off, for everything or for one list',
  resource(savedAlertNames, {
    enabled: optional(yesNo),
    topics: optional(jsonText(topics.min(1, 'must contain a topic'))),
    listId: optional(listId),
    consentText: optional(text(1000)),
    locale: optional(requiredText(100)),
  }),
  answer,
  { refusals: [...refusals, unknownList] },
)
