/** A dry run of a restock, and notifying a topic manually. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import type { Sql } from '../../database/connect.ts'
import { recordStock } from '../../domain/catalog/stock.ts'
import { findVariant } from '../../domain/deliveries/find-variant.ts'
import { forecastAlerts } from '../../domain/planning/dry-run.ts'
import { triggerTopic } from '../../domain/planning/trigger-topic.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { bindStore, bindStoreAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { unknownVariant } from './products.ts'

export function restockRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context
  const find = async (sql: Sql, store: Store, id: string) => {
    const found = await findVariant(sql, store, id)
    if (!found || found.isDeleted) throw unknownVariant()
    return found
  }

  bindStore(
    scope,
    context,
    'POST /products/dry-run',
    { notAnAct: 'a forecast, rolled back at its end', needs: 'viewer' },
    async ({ store, fields }) => {
      const { stock } = await find(sql, store, fields.variantId)
      const units = Math.max(stock ?? 0, 0) + fields.add
      const notified = await forecastAlerts(sql, store, [fields.variantId], (sql) =>
        recordStock(sql, store, [{ variantId: fields.variantId, stock: units }], 'dashboard'),
      )
      return { stock: units, notified }
    },
  )

  bindStoreAct(
    scope,
    context,
    'POST /products/notify',
    { needs: 'marketer' },
    async ({ sql, store, fields, request }) => {
      await find(sql, store, fields.variantId)
      const triggers = await triggerTopic(sql, store, fields.topic, [fields.variantId], request.id)
      if (triggers.length === 0)
        throw new Refusal('conflict', 'nobody-waits', 'Nobody waits for this topic of the product.')
      return { answer: { notified: true }, act: { act: 'topic-told', facts: fields } }
    },
  )
}
