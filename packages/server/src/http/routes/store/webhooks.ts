/** Routes of a store's webhooks. */
import * as words from '@heartbell/contract/webhooks'
import type { FastifyInstance } from 'fastify'
import { webhookSaved } from '../../../domain/webhooks/audit-webhooks.ts'
import {
  deleteWebhook,
  listWebhooks,
  rotateWebhook,
  saveWebhook,
  type WebhookEndpoint,
} from '../../../domain/webhooks/webhook-endpoints.ts'
import { listWebhookDeliveries, replayWebhooks, type WebhookRecord } from '../../../domain/webhooks/webhook-history.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindStore } from '../../plumbing/bind.ts'
import { bindStoreAct, bindStoreProbe } from '../../plumbing/bind-audited.ts'

export function webhookRoutes(app: FastifyInstance, context: AppContext): void {
  bindStore(app, context, words.fetchWebhooks, async ({ storeId }, { sql }) =>
    words.webhooks.write({ webhooks: (await listWebhooks(sql, storeId)).map(show) }),
  )

  bindStoreAct(app, context, words.saveWebhook, async ({ storeId }, { sql, fields }) => {
    context.probes.refuseAddress(fields.url)
    const before = (await listWebhooks(sql, storeId)).find(({ url }) => url === fields.url)
    const saved = await saveWebhook(sql, context.vault, storeId, fields)
    return { answer: show(saved), entry: webhookSaved(before, saved) }
  })

  bindStoreAct(app, context, words.deleteWebhook, async ({ storeId }, { sql, fields: { endpointId } }) => {
    const deleted = await deleteWebhook(sql, storeId, endpointId)
    return { answer: words.deletion.write({ deleted }), entry: deleted > 0 ? { facts: { endpointId } } : null }
  })

  bindStoreAct(app, context, words.rotateWebhook, async ({ storeId }, { sql, fields: { endpointId } }) => ({
    answer: show(await rotateWebhook(sql, context.vault, storeId, endpointId)),
    entry: { facts: { endpointId } },
  }))

  bindStore(app, context, words.fetchWebhookDeliveries, async ({ storeId }, { sql, fields }) => {
    const { deliveries, cursor } = await listWebhookDeliveries(sql, storeId, fields)
    return words.deliveriesPage.write({ deliveries: deliveries.map(showDelivery), cursor })
  })

  bindStoreAct(app, context, words.replayWebhook, async ({ storeId }, { sql, fields }) => {
    const replayed = await replayWebhooks(sql, storeId, fields)
    return { answer: words.replayAnswer.write({ replayed }), entry: { facts: { ...fields, replayed } } }
  })

  bindStoreProbe(app, context, words.testWebhook, async ({ storeId }, { fields: { endpointId } }) => {
    const { ok, says } = await context.probes.webhook(storeId, endpointId)
    return { answer: words.testAnswer.write({ ok, message: says }), entry: { facts: { endpointId, ok } } }
  })
}

const millis = (date: Date | null) => date?.getTime() ?? null

const show = (endpoint: WebhookEndpoint & { secret?: string }) =>
  words.savedWebhook.write({
    ...endpoint,
    failingSince: millis(endpoint.failingSince),
    createdAt: millis(endpoint.createdAt),
    updatedAt: millis(endpoint.updatedAt),
  })

const showDelivery = (past: WebhookRecord) =>
  words.webhookDelivery.write({
    ...past,
    dueAt: millis(past.dueAt),
    sentAt: millis(past.sentAt),
    createdAt: millis(past.createdAt),
  })
