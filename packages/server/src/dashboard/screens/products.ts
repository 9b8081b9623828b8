/** Products with their demand; stock can be set. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { lockStock, recordStock } from '../../domain/catalog/stock.ts'
import { browseProducts, findProduct } from '../../domain/reports/browse-products.ts'
import { countDemand } from '../../domain/reports/demand.ts'
import { bindStore, bindStoreAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import type { Freshness } from '../plumbing/stale-while-counting.ts'
import { bindTable } from '../plumbing/tables.ts'

export const unknownVariant = () =>
  new Refusal('not-found', 'unknown-variant', 'variantId names nothing in the catalog.')

export function productRoutes(scope: FastifyInstance, context: DashboardContext, fresh: Freshness): void {
  const { sql } = context
  bindTable(
    scope,
    context,
    'GET /products',
    {
      needs: 'viewer',
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

  bindStore(scope, context, 'GET /product', { needs: 'viewer' }, async ({ store, fields }) => {
    await fresh(`demand ${store.storeId}`, () => countDemand(sql, store))
    const product = await findProduct(sql, store, fields.variantId)
    if (!product) throw unknownVariant()
    return { product }
  })

  bindStoreAct(
    scope,
    context,
    'POST /products/stock',
    { needs: 'marketer' },
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
