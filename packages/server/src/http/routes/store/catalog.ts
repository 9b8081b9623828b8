/** Routes of the catalog and of stock levels. */
import * as words from '@heartbell/contract/catalog'
import { noProductsNamed } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/connect.ts'
import * as catalog from '../../../domain/catalog/catalog.ts'
import { importProducts } from '../../../domain/catalog/catalog-import.ts'
import { recordStock, type StockLevel } from '../../../domain/catalog/stock.ts'
import { forecastAlerts } from '../../../domain/planning/dry-run.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindStore, joinJson, type RouteAnswer } from '../../plumbing/bind.ts'
import { bindStoreAct } from '../../plumbing/bind-audited.ts'
import { acceptLines } from '../../plumbing/bodies.ts'
import { showForecast } from './dry-run-answers.ts'

async function foreseeStock(sql: Database, store: Store, items: StockLevel[]): Promise<RouteAnswer> {
  let done = { moved: 0, unknown: [] as (number | string)[] }
  const variantIds = items.map(({ variantId }) => variantId)
  const told = await forecastAlerts(sql, store, variantIds, async (sql) => {
    done = await recordStock(sql, store, items, 'api')
  })
  return words.stockAnswer.write({ changed: done.moved, unknown: done.unknown, told: told.map(showForecast) })
}

export function catalogRoutes(app: FastifyInstance, context: AppContext): void {
  // Its own scope: only here may a body be a stream.
  app.register(async (scope) => {
    acceptLines(scope)
    bindStore(
      scope,
      context,
      words.recordProducts,
      async (store, { sql, request, fields: { products } }) => {
        await catalog.recordProducts(sql, store, products, 'api', request.id)
        return words.importAnswer.write({ products: products.length, refused: 0, lines: [] })
      },
      async (store, lines, { request, sql }) => {
        const report = await importProducts(sql, store, lines, 'api', request.id)
        return words.importAnswer.write({ ...report, lines: report.lines.map((line) => words.refusedLine.write(line)) })
      },
    )
  })

  bindStore(app, context, words.fetchProducts, async (store, { sql, fields }) => {
    const { products, cursor } = await catalog.fetchProducts(sql, store, fields)
    const { names } = words.productsPage
    return joinJson({ [names.products]: products, [names.cursor]: JSON.stringify(cursor) })
  })

  bindStoreAct(
    app,
    context,
    words.deleteProducts,
    async (store, { sql, fields: { products, variantIds, productIds } }) => {
      if (!products && !variantIds && !productIds) throw noProductsNamed()
      const named = (products ?? []).map(({ variantId }) => variantId)
      const deleted = await catalog.deleteProducts(sql, store, {
        variantIds: [...named, ...(variantIds ?? [])],
        productIds: productIds ?? [],
      })
      const facts = {
        count: deleted,
        variantIds: [...named, ...(variantIds ?? [])].slice(0, 100),
        productIds: productIds?.slice(0, 100),
      }
      return { answer: words.deletion.write({ deleted }), entry: deleted > 0 ? { facts } : null }
    },
  )

  bindStore(app, context, words.recordStock, async (store, { sql, request, fields: { items, dryRun } }) => {
    if (dryRun) return await foreseeStock(sql, store, items)
    const { moved, unknown } = await recordStock(sql, store, items, 'api', request.id)
    return words.stockAnswer.write({ changed: moved, unknown })
  })
}
