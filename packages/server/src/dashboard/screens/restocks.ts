/** Who would be told if units came now, and telling a topic by hand. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Sql } from '../../database/connect.ts'
import { recordStock } from '../../domain/catalog/stock.ts'
import { findVariant } from '../../domain/deliveries/find-variant.ts'
import { forecastAlerts } from '../../domain/planning/dry-run.ts'
import { triggerTopic } from '../../domain/planning/trigger-topic.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { bindStore, bindStoreAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { unknownVariant, variantId } from './products.ts'

const topic = z.string().min(1, 'is required').max(100)

export function restockRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context
  const find = async (sql: Sql, store: Store, id: string) => {
    const found = await findVariant(sql, store, id)
    if (!found || found.isDeleted) throw unknownVariant()
    return found
  }

  const wish = z.object({
    variantId,
    add: z.coerce.number('must be a whole number').int('must be a whole number').min(1).max(1_000_000).default(5),
  })
  bindStore(
    scope,
    context,
    {
      method: 'POST',
      path: '/products/dry-run',
      notAnAct: 'a forecast, undone at its end',
      needs: 'viewer',
      fields: wish,
    },
    async ({ store, fields }) => {
      const { stock } = await find(sql, store, fields.variantId)
      const units = Math.max(stock ?? 0, 0) + fields.add
      const told = await forecastAlerts(sql, store, [fields.variantId], (sql) =>
        recordStock(sql, store, [{ variantId: fields.variantId, stock: units }], 'dashboard'),
      )
      return { stock: units, told }
    },
  )

  const named = z.object({ variantId, topic })
  bindStoreAct(
    scope,
    context,
    { path: '/products/tell', needs: 'marketer', fields: named },
    async ({ sql, store, fields, request }) => {
      await find(sql, store, fields.variantId)
      const told = await triggerTopic(sql, store, fields.topic, [fields.variantId], request.id)
      if (told.length === 0)
        throw new Refusal('conflict', 'nobody-waits', 'Nobody waits to be told this about the product.')
      return { answer: { told: true }, act: { act: 'topic-told', facts: fields } }
    },
  )
}
