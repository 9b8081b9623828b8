/** Topics: what a store sends alerts about, and triggering one by hand. */
import { z } from 'zod'
import { forecast } from '../catalog/forecasts.ts'
import { endpoint } from '../wire/endpoint.ts'
import { jsonText, optional, productKey, productKeyOut, yesNo } from '../wire/fields.ts'
import { productNames, topicNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'
import { dryRunMistakes, refusingWrongNames } from '../wire/wrong-names.ts'
import { topicName } from './subscriptions.ts'

const tag = 'Alerts'
const rule = z.enum(['back-in-stock', 'coming-soon', 'price-drop', 'low-stock', 'reminder', 'manual'])
const channels = z
  .array(z.enum(['email', 'sms', 'whatsapp', 'push', 'webhook']))
  .min(1, 'must contain a channel')
  .max(5, 'may contain at most 5 channels')
const options = z.record(z.string(), z.union([z.string().max(200, 'must be at most 200 characters'), z.number()]))

const topic = resource(topicNames, {
  topic: z.string(),
  rule,
  options: z.record(z.string(), z.string()),
  channels: z.array(z.string()),
  enabled: z.boolean(),
})

export const topicRecord = topic

export const topicsAnswer = resource(topicNames, { topics: z.array(topic.wire.strict()) })

export const fetchTopics = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/topics',
  auth: 'store',
  tag,
  summary: 'Fetch the store’s topics, each with its rule, options and channels',
  fields: resource(topicNames, {}),
  answer: topicsAnswer.wire.strict(),
})

const topicChange = resource(topicNames, {
  topic: topicName,
  rule: optional(rule),
  options: optional(jsonText(options)),
  channels: optional(channels),
  enabled: optional(yesNo),
})

export const saveTopics = endpoint({
  method: 'PUT',
  path: '/storeadmin/v3/topics',
  auth: 'store',
  tag,
  act: 'topic-saved',
  summary: 'Create or change topics; those not sent stay as they are',
  fields: resource(topicNames, {
    topics: jsonText(
      z.array(topicChange.reader).min(1, 'must contain a topic').max(50, 'may contain at most 50 topics'),
    ),
  }),
  answer: topicsAnswer.wire.strict(),
})

const variantReference = resource(productNames, { variantId: productKey })

/** Some callers send the ids alone. */
const products = z
  .array(z.union([variantReference.reader.transform(({ variantId }) => variantId), productKey]))
  .min(1, 'must contain a product')
  .max(1000, 'may contain at most 1000 products')

export const triggerAnswer = resource(topicNames, {
  triggered: z.array(productKeyOut),
  told: z.array(forecast.wire.strict()).optional(),
})

export const triggerTopic = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/topics/trigger',
  auth: 'store',
  tag,
  act: 'topic-told',
  summary: 'Notify everybody who waits for a topic about these products; in a dry run, only list them',
  fields: refusingWrongNames(
    resource(topicNames, { topic: topicName, products: jsonText(products), dryRun: optional(yesNo) }),
    dryRunMistakes,
  ),
  answer: triggerAnswer.wire.strict(),
})
