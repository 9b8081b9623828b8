/** The catalog over HTTP. */
import * as words from '@heartbell/contract/catalog'
import { noProductsNamed } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import * as catalog from '../domain/catalog.ts'
import { importProducts } from '../domain/catalog-import.ts'
import { recordStock } from '../domain/stock.ts'
import { assemble, bindStore } from './bind.ts'
import { acceptLines } from './bodies.ts'
import type { Rooms } from './rooms.ts'

export function catalogRoutes(app: FastifyInstance, rooms: Rooms): void {
  // A scope of its own: nowhere else may a body be a stream.
  app.register(async (scope) => {
    acceptLines(scope)
    bindStore(
      scope,
      rooms,
      words.recordProducts,
      async (store, { sql, fields: { products } }) => {
        await catalog.recordProducts(sql, store, products, 'api')
        return words.importAnswer.write({ products: products.length, refused: 0, lines: [] })
      },
      async (store, lines) => {
        const report = await importProducts(rooms.pool, store, lines, 'api')
        return words.importAnswer.write({ ...report, lines: report.lines.map((line) => words.refusedLine.write(line)) })
      },
    )
  })

  bindStore(app, rooms, words.fetchProducts, async (store, { sql, fields }) => {
    const { products, cursor } = await catalog.fetchProducts(sql, store, fields)
    const { names } = words.productsPage
    return assemble({ [names.products]: products, [names.cursor]: JSON.stringify(cursor) })
  })

  bindStore(app, rooms, words.deleteProducts, async (store, { sql, fields: { products, variantIds, productIds } }) => {
    if (!products && !variantIds && !productIds) throw noProductsNamed()
    const named = (products ?? []).map(({ variantId }) => variantId)
    const deleted = await catalog.deleteProducts(sql, store, {
      variantIds: [...named, ...(variantIds ?? [])],
      productIds: productIds ?? [],
    })
    return words.deletion.write({ deleted })
  })

  bindStore(app, rooms, words.recordStock, async (store, { sql, fields: { items } }) => {
    const { moved, unknown } = await recordStock(sql, store, items, 'api')
    return words.stockAnswer.write({ changed: moved, unknown })
  })
}
