/** A store's webhook endpoints, their deliveries, and sending deliveries again. */
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { jsonText, optional, requiredText, yesNo } from '../wire/fields.ts'
import { webhookNames } from '../wire/names.ts'
import { moment, wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'
import { refusingWrongNames, webhookMistakes } from '../wire/wrong-names.ts'
import { eventType } from './events.ts'

const tag = 'Webhooks'

export const webhook = resource(webhookNames, {
  endpointId: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  enabled: z.boolean(),
  disabledReason: z.string().nullable(),
  failingSince: z.number().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
})

/** The secret is shown once, when it is created. */
export const savedWebhook = resource(webhookNames, { ...webhook.shape, secret: z.string().optional() })

export const webhooks = resource(webhookNames, { webhooks: z.array(webhook.wire.strict()) })

export const fetchWebhooks = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/webhooks',
  auth: 'store',
  tag,
  summary: 'Fetch the store’s webhooks',
  fields: resource(webhookNames, {}),
  answer: webhooks.wire.strict(),
})

const address = requiredText(2048).refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  message: 'must be an http or https address',
})

export const saveWebhook = endpoint({
  method: 'PUT',
  path: '/storeadmin/v3/webhooks',
  auth: 'store',
  tag,
  act: 'webhook-saved',
  summary: 'Create or change a webhook; the secret of a new one is shown only in this answer',
  fields: refusingWrongNames(
    resource(webhookNames, {
      url: address,
      types: optional(jsonText(z.array(eventType).max(50, 'may contain at most 50 types'))),
      enabled: optional(yesNo),
    }),
    webhookMistakes,
  ),
  answer: savedWebhook.wire.strict(),
  refusals: [[409, 'too-many-webhooks']],
})

const named = { endpointId: requiredText(64) }

export const deletion = resource(webhookNames, { deleted: z.int() })

export const deleteWebhook = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/webhooks/delete',
  auth: 'store',
  tag,
  act: 'webhook-removed',
  summary: 'Delete a webhook',
  fields: resource(webhookNames, named),
  answer: deletion.wire.strict(),
})

export const rotateWebhook = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/webhooks/rotate',
  auth: 'store',
  tag,
  act: 'webhook-secret-rotated',
  summary: 'Create a new secret for a webhook; for 24 hours events are signed with both',
  fields: resource(webhookNames, named),
  answer: savedWebhook.wire.strict(),
  refusals: [[404, 'unknown-webhook']],
})

export const webhookDelivery = resource(webhookNames, {
  eventId: z.string(),
  endpointId: z.string(),
  type: z.string(),
  status: z.enum(['due', 'sent', 'failed']),
  attempts: z.int(),
  response: z.int().nullable(),
  reason: z.string().nullable(),
  dueAt: z.number().nullable(),
  sentAt: z.number().nullable(),
  createdAt: z.number(),
  payload: z.string(),
})

export const deliveriesPage = resource(webhookNames, {
  deliveries: z.array(webhookDelivery.wire.strict()),
  cursor: z.string().nullable(),
})

export const fetchWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/webhooks/deliveries',
  auth: 'store',
  tag,
  summary: 'Fetch the deliveries of a webhook, newest first, page by page',
  fields: resource(webhookNames, {
    ...named,
    status: optional(z.enum(['due', 'sent', 'failed'])),
    cursor: optional(requiredText(200)),
    limit: optional(wholeNumber(1, 200)),
  }),
  inQuery: ['endpointId', 'status', 'cursor', 'limit'],
  answer: deliveriesPage.wire.strict(),
  refusals: [[400, 'invalid-cursor']],
})

export const replayAnswer = resource(webhookNames, { replayed: z.int() })

export const replayWebhook = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/webhooks/replay',
  auth: 'store',
  tag,
  act: 'webhook-replayed',
  summary: 'Send one event again, or everything that failed since a time',
  fields: resource(webhookNames, {
    ...named,
    eventId: optional(requiredText(64)),
    since: optional(moment),
  }),
  answer: replayAnswer.wire.strict(),
  refusals: [[404, 'unknown-webhook']],
})

export const testAnswer = resource(webhookNames, { ok: z.boolean(), message: z.string() })

export const testWebhook = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/webhooks/test',
  auth: 'store',
  tag,
  act: 'webhook-tested',
  summary: 'Send a test event now; the answer contains the endpoint’s answer',
  fields: resource(webhookNames, named),
  answer: testAnswer.wire.strict(),
  reads: true,
  refusals: [[404, 'unknown-webhook']],
})
