/** What the store sells and who wants it, as the dashboard shows it; stock is set here too. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { lockStock, recordStock } from '../../domain/catalog/stock.ts'
import { browseProducts, findProduct, type ProductLine } from '../../domain/reports/browse-products.ts'
import { countDemand } from '../../domain/reports/demand.ts'
import { bindStore, bindStoreAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import type { Freshness } from '../plumbing/stale-while-counting.ts'
import { bindTable } from '../plumbing/tables.ts'

export const variantId = z.string().min(1, 'is required').max(500)
export const unknownVariant = () =>
  new Refusal('not-found', 'unknown-variant', 'variantId names nothing in the catalog.')

export function productRoutes(scope: FastifyInstance, context: DashboardContext, fresh: Freshness): void {
  const { sql } = context
  const fields = z.object({
    show: z.enum(['all', 'wanted', 'sold-out']).default('all'),
    q: z.string().trim().max(200).optional(),
    product: z.string().max(500).optional(),
  })
  bindTable<ProductLine, typeof fields>(
    scope,
    context,
    {
      path: '/products',
      needs: 'viewer',
      fields,
      columns: [
        ['product', ({ title }) => title],
        ['variant', ({ variantInfo }) => variantInfo],
        ['sku', ({ sku }) => sku],
        ['product id', ({ productId }) => productId],
        ['variant id', ({ variantId }) => variantId],
        ['price', ({ price }) => price],
        ['currency', ({ currency }) => currency],
        ['stock', ({ stock }) => stock],
        ['waiting', ({ waiting }) => waiting],
        ['units wanted', ({ units }) => units],
        ['saved by', ({ savers }) => savers],
      ],
    },
    async ({ store, fields: { show, q, product } }, { after, limit }) => {
      await fresh(`demand ${store.storeId}`, () => countDemand(sql, store))
      return await browseProducts(sql, store, { show, text: q || undefined, productId: product, after, limit })
    },
  )

  const named = z.object({ variantId })
  bindStore(
    scope,
    context,
    { method: 'GET', path: '/product', needs: 'viewer', fields: named },
    async ({ store, fields }) => {
      await fresh(`demand ${store.storeId}`, () => countDemand(sql, store))
      const product = await findProduct(sql, store, fields.variantId)
      if (!product) throw unknownVariant()
      return { product }
    },
  )

  const restock = named.extend({
    stock: z.coerce.number('must be a whole number').int('must be a whole number').min(0).max(2_000_000_000).optional(),
    /** More than there are now; the figure is worked out here. */
    add: z.coerce.number('must be a whole number').int('must be a whole number').min(1).max(1_000_000).optional(),
  })
  bindStoreAct(
    scope,
    context,
    { path: '/products/stock', needs: 'marketer', fields: restock },
    async ({ sql, store, fields, request }) => {
      const { variantId } = fields
      const held = await lockStock(sql, store, variantId)
      if (!held) throw unknownVariant()
      if ((fields.stock === undefined) === (fields.add === undefined))
        throw new Refusal('bad-request', 'missing-stock', 'stock or add is required, and only one of them.')
      const stock = fields.stock ?? Math.max(held.stock ?? 0, 0) + fields.add!
      await recordStock(sql, store, [{ variantId, stock }], 'dashboard', request.id)
      return {
        answer: { stock, before: held.stock },
        act: { act: 'stock-set', facts: { variantId, stock }, before: { stock: held.stock }, after: { stock } },
      }
    },
  )
}
