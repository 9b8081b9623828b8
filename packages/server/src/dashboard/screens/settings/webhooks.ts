/** Webhook endpoints: secrets, tests, deliveries, resending. */
import { eventTypes } from '@heartbell/contract/events'
import { unknownWebhook } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { webhookSaved } from '../../../domain/webhooks/audit-webhooks.ts'
import { deleteWebhook, listWebhooks, rotateWebhook, saveWebhook } from '../../../domain/webhooks/webhook-endpoints.ts'
import { listWebhookDeliveries, replayWebhooks } from '../../../domain/webhooks/webhook-history.ts'
import { bindStore, bindStoreAct } from '../../plumbing/bind.ts'
import type { DashboardContext } from '../../plumbing/dashboard-context.ts'
import { bindTable } from '../../plumbing/tables.ts'

export function webhookRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql, vault, probes } = context
  bindStore(scope, context, 'GET /webhooks', { needs: 'viewer' }, async ({ store }) => ({
    rows: await listWebhooks(sql, store.storeId),
    types: eventTypes,
  }))

  bindStoreAct(scope, context, 'POST /webhooks', { needs: 'admin' }, async ({ sql, store, fields }) => {
    probes.refuseAddress(fields.url)
    const before = (await listWebhooks(sql, store.storeId)).find(({ url }) => url === fields.url)
    const saved = await saveWebhook(sql, vault, store.storeId, fields)
    return { answer: saved, act: webhookSaved(before, saved) }
  })

  bindStoreAct(scope, context, 'POST /webhooks/remove', { needs: 'admin' }, async ({ sql, store, fields }) => {
    if ((await deleteWebhook(sql, store.storeId, fields.endpointId)) === 0) throw unknownWebhook()
    return { act: { act: 'webhook-removed', facts: fields } }
  })

  bindStoreAct(scope, context, 'POST /webhooks/rotate', { needs: 'admin' }, async ({ sql, store, fields }) => ({
    answer: await rotateWebhook(sql, vault, store.storeId, fields.endpointId),
    act: { act: 'webhook-secret-rotated', facts: fields },
  }))

  bindStoreAct(
    scope,
    context,
    'POST /webhooks/test',
    { needs: 'admin', prepare: ({ store, fields }) => probes.webhook(store.storeId, fields.endpointId) },
    async ({ fields, prepared }) => ({
      answer: prepared,
      act: { act: 'webhook-tested', facts: { ...fields, ok: prepared.ok } },
    }),
  )

  bindStoreAct(scope, context, 'POST /webhooks/replay', { needs: 'admin' }, async ({ sql, store, fields }) => {
    if (!(await listWebhooks(sql, store.storeId)).some(({ endpointId }) => endpointId === fields.endpointId))
      throw unknownWebhook()
    const replayed = await replayWebhooks(sql, store.storeId, fields)
    return { answer: { replayed }, act: { act: 'webhook-replayed', facts: { ...fields, replayed } } }
  })

  bindTable(
    scope,
    context,
    'GET /webhooks/deliveries',
    {
      needs: 'viewer',
      columns: [
        ['event', ({ type }) => type],
        ['event id', ({ eventId }) => eventId],
        ['happened', ({ createdAt }) => createdAt],
        ['state', ({ status }) => status],
        ['attempts', ({ attempts }) => attempts],
        ['answer', ({ response }) => response],
        ['reason', ({ reason }) => reason],
        ['arrived', ({ sentAt }) => sentAt],
      ],
    },
    async ({ store, fields: { endpoint, status } }, { after, limit }) => {
      const { deliveries, cursor } = await listWebhookDeliveries(sql, store.storeId, {
        endpointId: endpoint,
        status,
        cursor: after,
        limit,
      })
      return { rows: deliveries, next: cursor }
    },
  )
}
