/** Where a store is told what happens: endpoints, their secrets, what was sent there, and sending it again. */
import { eventTypes } from '@heartbell/contract/events'
import { unknownWebhook } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deleteWebhook, listWebhooks, rotateWebhook, saveWebhook } from '../domain/webhook-endpoints.ts'
import { listWebhookDeliveries, type PastWebhook, replayWebhooks } from '../domain/webhook-history.ts'
import { bindStore } from './bind.ts'
import type { Rooms } from './rooms.ts'
import { bindTable } from './tables.ts'

export function webhookRoutes(scope: FastifyInstance, rooms: Rooms): void {
  const { sql, vault, probes } = rooms
  bindStore(scope, rooms, { method: 'GET', path: '/webhooks', needs: 'viewer' }, async ({ store }) => ({
    rows: await listWebhooks(sql, store.storeId),
    types: eventTypes,
  }))

  const wish = z.object({
    url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2048),
    types: z.array(z.enum(eventTypes)).optional(),
    enabled: z.boolean().optional(),
  })
  bindStore(
    scope,
    rooms,
    { method: 'POST', path: '/webhooks', needs: 'admin', fields: wish },
    async ({ store, fields, note }) => {
      probes.refuseAddress(fields.url)
      const saved = await saveWebhook(sql, vault, store.storeId, fields)
      await note(sql, { act: 'webhook-saved', facts: { ...fields } })
      return saved
    },
  )

  const named = z.object({ endpointId: z.uuid('is not an endpoint’s id') })
  bindStore(
    scope,
    rooms,
    { method: 'POST', path: '/webhooks/remove', needs: 'admin', fields: named },
    async ({ store, fields, note }) => {
      if ((await deleteWebhook(sql, store.storeId, fields.endpointId)) === 0) throw unknownWebhook()
      await note(sql, { act: 'webhook-removed', facts: fields })
    },
  )

  bindStore(
    scope,
    rooms,
    { method: 'POST', path: '/webhooks/rotate', needs: 'admin', fields: named },
    async ({ store, fields, note }) => {
      const rotated = await rotateWebhook(sql, vault, store.storeId, fields.endpointId)
      await note(sql, { act: 'webhook-secret-rotated', facts: fields })
      return rotated
    },
  )

  bindStore(
    scope,
    rooms,
    { method: 'POST', path: '/webhooks/test', needs: 'admin', fields: named },
    async ({ store, fields }) => await probes.webhook(store.storeId, fields.endpointId),
  )

  const replay = named.extend({ eventId: z.uuid('is not an event’s id').optional() })
  bindStore(
    scope,
    rooms,
    { method: 'POST', path: '/webhooks/replay', needs: 'admin', fields: replay },
    async ({ store, fields, note }) => {
      if (!(await listWebhooks(sql, store.storeId)).some(({ endpointId }) => endpointId === fields.endpointId))
        throw unknownWebhook()
      const replayed = await replayWebhooks(sql, store.storeId, fields)
      await note(sql, { act: 'webhook-replayed', facts: { ...fields, replayed } })
      return { replayed }
    },
  )

  const past = z.object({ endpoint: z.string().max(40), status: z.enum(['due', 'sent', 'failed']).optional() })
  bindTable<PastWebhook, typeof past>(
    scope,
    rooms,
    {
      path: '/webhooks/deliveries',
      needs: 'viewer',
      fields: past,
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
