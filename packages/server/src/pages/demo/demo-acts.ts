/** What the visitor of the demo does in the role of the shop: restocks a variant, lowers its price. Both arrive as a platform's signed webhook. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findIntegration } from '../../domain/integrations/integrations.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { type DemoContext, type DemoVariant, readShelves } from './demo-shop.ts'
import { writeWebhook } from './demo-webhook.ts'

const UNITS = 5

/** A fifth less, in whole units of the currency; never free. */
const lower = (price: number) => Math.max(1, Math.floor(price * 0.8))

const acts: Record<string, (variant: DemoVariant) => DemoVariant> = {
  restock: (variant) => ({ ...variant, stock: variant.stock + UNITS }),
  'lower-price': (variant) => ({ ...variant, price: lower(variant.price) }),
}

/** A page elsewhere must not act through the browser of a visitor, or notify people. */
function refuseForeign({ headers, host }: FastifyRequest): void {
  const { origin } = headers
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) return
  throw new Refusal('not-allowed', 'foreign-origin', 'Only the pages of the demo store may do this.')
}

export function demoActRoutes(
  scope: FastifyInstance,
  { sql, vault }: DemoContext,
  findShop: () => Promise<Store>,
): void {
  for (const [name, change] of Object.entries(acts))
    scope.post(`/demo/${name}`, async (request) => {
      refuseForeign(request)
      const { variant } = (request.body ?? {}) as { variant?: unknown }
      const variantId = typeof variant === 'number' || typeof variant === 'string' ? `${variant}` : ''
      const store = await findShop()
      const hook = await findIntegration(sql, vault, store.storeId, 'shopify')
      const isThis = ({ id }: DemoVariant) => String(id) === variantId
      const product = (await readShelves(sql, store)).find(({ variants }) => variants.some(isThis))
      if (!hook || !product) throw new Refusal('not-found', 'unknown-variant', 'The store sells no such variant.')
      const variants = product.variants.map((one) => (isThis(one) ? change(one) : one))
      // Sent as a platform would: through the same route, with the same signature.
      const { statusCode, payload } = await scope.inject({
        method: 'POST',
        ...writeWebhook(hook, { ...product, variants }),
      })
      return { answered: statusCode, payload }
    })
}
