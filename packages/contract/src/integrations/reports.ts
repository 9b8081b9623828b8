/** Reports: the demand for each variant, and the results of alerts. */
import { z } from 'zod'
import { topicName } from '../alerts/subscriptions.ts'
import { endpoint } from '../wire/endpoint.ts'
import { optional, productKeyOut, requiredText } from '../wire/fields.ts'
import { liftNames, reportNames } from '../wire/names.ts'
import { wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'

const tag = 'Reports'
const cursor = optional(requiredText(1000))

const demandDay = resource(reportNames, { day: z.string(), waiting: z.int(), units: z.int() })

export const demand = resource(reportNames, {
  variantId: productKeyOut,
  productId: productKeyOut.nullable(),
  title: z.string(),
  stock: z.int().nullable(),
  waiting: z.int(),
  units: z.int(),
  saved: z.int(),
  days: z.array(demandDay.wire.strict()),
})

export const demandPage = resource(reportNames, {
  variants: z.array(demand.wire.strict()),
  cursor: z.string().nullable(),
})

export const fetchDemand = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/reports/demand',
  auth: 'store',
  tag,
  summary: 'Fetch the demand: wanted units by variant and day of subscription, and how many lists contain the variant',
  fields: resource(reportNames, { topic: optional(topicName), cursor, limit: optional(wholeNumber(1, 250)) }),
  inQuery: ['topic', 'cursor', 'limit'],
  answer: demandPage.wire.strict(),
  refusals: [[400, 'invalid-cursor']],
})

export const alertDay = resource(reportNames, {
  day: z.string(),
  topic: z.string(),
  planned: z.int(),
  told: z.int(),
  clicked: z.int(),
  bought: z.int(),
  revenue: z.record(z.string(), z.number()),
})

export const alertPage = resource(reportNames, {
  days: z.array(alertDay.wire.strict()),
  cursor: z.string().nullable(),
})

export const fetchAlertReport = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/reports/alerts',
  auth: 'store',
  tag,
  summary:
    'Fetch the numbers of alerts planned, sent, clicked and bought, and the recovered revenue, by topic and day, newest day first',
  fields: resource(reportNames, { cursor, limit: optional(wholeNumber(1, 92)) }),
  inQuery: ['cursor', 'limit'],
  answer: alertPage.wire.strict(),
  refusals: [[400, 'invalid-cursor']],
})

export const liftGroup = resource(liftNames, { people: z.int(), bought: z.int() })

export const liftStates = ['too-few', 'open', 'more', 'fewer'] as const

export const topicLift = resource(liftNames, {
  topic: z.string(),
  holdout: z.number().nullable(),
  window: z.int(),
  notified: liftGroup.wire.strict(),
  heldOut: liftGroup.wire.strict(),
  running: z.int(),
  state: z.enum(liftStates),
  difference: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  needed: z.int().nullable(),
})

export const liftReport = resource(liftNames, { topics: z.array(topicLift.wire.strict()) })

export const fetchLift = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/reports/lift',
  auth: 'store',
  tag,
  summary:
    'Fetch the measured effect of messages by topic: purchases of notified and of held-out people, and their difference with its 95 % interval',
  fields: resource(liftNames, { days: optional(wholeNumber(1, 730)) }),
  inQuery: ['days'],
  answer: liftReport.wire.strict(),
})
