/** Routes of the older calls, which know one wishlist for each shopper. */
import * as words from '@heartbell/contract/default-list'
import { badField } from '@heartbell/contract/errors'
import { identifyNames, identityNames, olderCallNames } from '@heartbell/contract/names'
import { badRegid } from '@heartbell/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../database/connect.ts'
import * as wishlist from '../../../domain/lists/default-list.ts'
import { accountId, readRegid } from '../../../domain/secrets/tokens.ts'
import { type ConsentFacts, hashCaller } from '../../../domain/shoppers/consents.ts'
import type { Shopper } from '../../../domain/shoppers/shoppers.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { findProducts, type RequestedProduct } from '../../../domain/subscriptions/requested-products.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindShopper, bindStore, joinJson } from '../../plumbing/bind.ts'
import { subscribeAndConfirm } from './subscribe-and-confirm.ts'

export function wishlistRoutes(app: FastifyInstance, context: AppContext): void {
  bindShopper(app, context, words.fetchWishlist, (shopper, { sql }) => wishlist.fetchDefaultListItems(sql, shopper))
}

export function legacyWishlistRoutes(app: FastifyInstance, context: AppContext): void {
  for (const endpoint of [words.readWishlist, words.askWishlist])
    bindStore(app, context, endpoint, async (store, { sql, fields }) => {
      const { products, savings } = await wishlist.fetchLegacyWishlist(sql, shopperNamed(store, fields))
      return joinJson({ [olderCallNames.products]: products, [olderCallNames.savings]: savings })
    })

  bindStore(app, context, words.addToWishlist, async (store, { sql, fields }) => {
    const who = shopperNamed(store, fields)
    const products = await productsNamed(sql, store, fields)
    const items = products.map((product) => ({ custom: false as const, ...product }))
    await wishlist.addToDefaultList(sql, who, fields.regid === undefined ? (fields.email ?? null) : null, items)
    return words.done.write({ message: 'Product(s) added to user collection' })
  })

  bindStore(app, context, words.removeFromWishlist, async (store, { sql, fields }) => {
    await wishlist.removeFromDefaultList(sql, shopperNamed(store, fields), variantsNamed(fields))
    return words.done.write({ message: "Product(s) removed from user's collection" })
  })

  bindStore(app, context, words.subscribeInStock, async (store, { sql, fields, request }) => {
    const who = shopperNamed(store, fields)
    const address = fields.email ?? (await wishlist.findShopperEmail(sql, who))
    if (!address) throw badField([identifyNames.email], 'is required')
    const products = await productsNamed(sql, store, fields)
    await subscribeAndConfirm(
      context,
      sql,
      store,
      { medium: 'email', address, products, topics: ['backinstock'] },
      factsOf(store, request),
    )
    return words.done.write({ message: 'Product(s) added to user collection' })
  })
}

type NamedShopper = { regid?: string | undefined; email?: string | undefined }

/** The store's API key is enough to name any of its shoppers, so no session is needed. */
function shopperNamed(store: Store, { regid, email }: NamedShopper): Shopper {
  const claim = regid === undefined ? null : readRegid(store.tokenKey, regid.trim())
  if (regid !== undefined && !claim) throw badRegid()
  if (claim) return { store, ...claim, session: null, deviceId: claim.shopperId }
  if (email === undefined) throw badField([identityNames.regid], `or ${identifyNames.email} is required`)
  const shopperId = accountId(store.tokenKey, email)
  return { store, kind: 'account', shopperId, session: null, deviceId: shopperId }
}

type NamedVariants = { variantIds?: string[] | undefined; variantId?: string | undefined }

function variantsNamed({ variantIds = [], variantId }: NamedVariants): string[] {
  const named = [...new Set([...variantIds, ...(variantId === undefined ? [] : [variantId])])]
  if (named.length === 0) throw badField([olderCallNames.variantIds], 'must contain a product')
  return named
}

type NamedProducts = NamedVariants & { productId?: string | undefined; url?: string | undefined }

/** A product with all its fields needs no catalog; variant ids alone do. */
async function productsNamed(sql: Database, store: Store, fields: NamedProducts): Promise<RequestedProduct[]> {
  const { variantIds, variantId, productId, url } = fields
  if (!variantIds?.length && variantId !== undefined && productId !== undefined && url !== undefined)
    return [{ variantId, productId, url }]
  return await findProducts(sql, store, variantsNamed(fields))
}

/** As in the newer call, but the user agent is optional: the older call was documented without it. */
const factsOf = (store: Store, request: FastifyRequest): ConsentFacts => ({
  textVersion: 'of-the-store',
  source: 'storeadmin',
  userAgent: (request.headers['user-agent'] ?? '').trim().slice(0, 512),
  callerHash: hashCaller(store.tokenKey, request.ip),
})
