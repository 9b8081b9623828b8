/** The feed of events: what webhooks are sent, fetched page by page by a cursor. */
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { optional, requiredText } from '../wire/fields.ts'
import { eventFeedNames } from '../wire/names.ts'
import { wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'
import { cursorMistakes, refusingWrongNames } from '../wire/wrong-names.ts'

export const feedEvent = resource(eventFeedNames, {
  eventId: z.string(),
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
})

export const eventsPage = resource(eventFeedNames, {
  events: z.array(feedEvent.wire.strict()),
  cursor: z.string(),
  hasMore: z.boolean(),
})

export const fetchEvents = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/events',
  auth: 'store',
  tag: 'Webhooks',
  summary: 'Fetch the store’s events of the last 30 days, oldest first, each once',
  fields: refusingWrongNames(
    resource(eventFeedNames, { after: optional(requiredText(200)), limit: optional(wholeNumber(1, 1000)) }),
    cursorMistakes,
  ),
  inQuery: ['after', 'limit'],
  answer: eventsPage.wire.strict(),
  refusals: [
    [400, 'invalid-after'],
    [409, 'cursor-too-old'],
    [403, 'event-feed-off'],
  ],
})
