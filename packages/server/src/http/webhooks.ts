/** A store's webhooks over HTTP. */
import * as words from '@heartbell/contract/webhooks'
import type { FastifyInstance } from 'fastify'
import {
  deleteWebhook,
  listWebhooks,
  rotateWebhook,
  saveWebhook,
  type WebhookEndpoint,
} from '../domain/webhook-endpoints.ts'
import { listWebhookDeliveries, type PastWebhook, replayWebhooks } from '../domain/webhook-history.ts'
import { bindStore } from './bind.ts'
import type { Rooms } from './rooms.ts'

export function webhookRoutes(app: FastifyInstance, rooms: Rooms): void {
  bindStore(app, rooms, words.fetchWebhooks, async ({ storeId }, { sql }) =>
    words.webhooks.write({ webhooks: (await listWebhooks(sql, storeId)).map(show) }),
  )

  bindStore(app, rooms, words.saveWebhook, async ({ storeId }, { sql, fields }) => {
    rooms.probes.refuseAddress(fields.url)
    return show(await saveWebhook(sql, rooms.vault, storeId, fields))
  })

  bindStore(app, rooms, words.deleteWebhook, async ({ storeId }, { sql, fields: { endpointId } }) =>
    words.deletion.write({ deleted: await deleteWebhook(sql, storeId, endpointId) }),
  )

  bindStore(app, rooms, words.rotateWebhook, async ({ storeId }, { sql, fields: { endpointId } }) =>
    show(await rotateWebhook(sql, rooms.vault, storeId, endpointId)),
  )

  bindStore(app, rooms, words.fetchWebhookDeliveries, async ({ storeId }, { sql, fields }) => {
    const { deliveries, cursor } = await listWebhookDeliveries(sql, storeId, fields)
    return words.deliveriesPage.write({ deliveries: deliveries.map(showDelivery), cursor })
  })

  bindStore(app, rooms, words.replayWebhook, async ({ storeId }, { sql, fields }) =>
    words.replayAnswer.write({ replayed: await replayWebhooks(sql, storeId, fields) }),
  )

  bindStore(app, rooms, words.testWebhook, async ({ storeId }, { fields: { endpointId } }) => {
    const { ok, says } = await rooms.probes.webhook(storeId, endpointId)
    return words.testAnswer.write({ ok, message: says })
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

const showDelivery = (past: PastWebhook) =>
  words.webhookDelivery.write({
    ...past,
    dueAt: millis(past.dueAt),
    sentAt: millis(past.sentAt),
    createdAt: millis(past.createdAt),
  })
