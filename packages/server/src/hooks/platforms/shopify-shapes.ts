/**
 * Which bodies count under which of Shopify's topics. Its signature covers the body alone, so the topic's header is a claim: what
 * erases, deletes or disconnects needs a body that only this topic has, with the connected shop's domain where it names one.
 */
import { z } from 'zod'
import type { InboundEvent } from '../../domain/inbound/inbound-events.ts'
import { asPayload, idOf, type Payload } from '../plumbing/payload.ts'
import type { ReadHook } from './adapter.ts'

const id = z.unknown().refine((value) => idOf(value) !== undefined)
const address = z.string().nullish()
const shop = { shop_id: id, shop_domain: z.string() }
// The person may get more fields one day; the fields around it identify the topic.
const customer = z.looseObject({ id: z.unknown().optional(), email: address, phone: address })

const shopRedact = z.strictObject(shop)
const customerRedact = z.strictObject({ ...shop, customer, orders_to_redact: z.array(z.unknown()).optional() })
const dataRequest = z.strictObject({
  ...shop,
  customer,
  orders_requested: z.array(z.unknown()).optional(),
  data_request: z.looseObject({ id }),
})
const productDelete = z.strictObject({
  id,
  admin_graphql_api_id: z
    .string()
    .regex(/^gid:\/\/shopify\/Product\//)
    .optional(),
})
/** All that is left of a customer: the lists beside the id are empty. */
const customerDelete = z.strictObject({
  id,
  admin_graphql_api_id: z
    .string()
    .regex(/^gid:\/\/shopify\/Customer\//)
    .optional(),
  phone: address,
  addresses: z.array(z.unknown()).optional(),
  tax_exemptions: z.array(z.unknown()).optional(),
  email_marketing_consent: z.unknown().optional(),
  sms_marketing_consent: z.unknown().optional(),
})
/** The whole shop, with some fifty fields that differ by version. */
const uninstalled = z.looseObject({ id, myshopify_domain: z.string() })

type Shape = (body: Payload, shop: string | undefined) => boolean
type Reader = (body: Payload, shopUrl: string | null) => InboundEvent[]

const isShop = (named: unknown, connected: string | undefined) =>
  connected !== undefined && typeof named === 'string' && named.toLowerCase() === connected.toLowerCase()

const ofShop =
  (schema: z.ZodType): Shape =>
  (body, connected) =>
    schema.safeParse(body).success && isShop(body.shop_domain, connected)

/** A draft order has an id and a status too, and one that is not `active`. Subscriptions may leave most fields out. */
const isProduct = (body: Payload) =>
  idOf(body.id) !== undefined &&
  body.line_items === undefined &&
  ['variants', 'title', 'vendor', 'product_type', 'handle'].some((name) => body[name] !== undefined)

const isOrder = (body: Payload) => idOf(body.id) !== undefined && Array.isArray(body.line_items)

/** An order and a checkout have an e-mail address too, and lines; an order's own customer stands inside it. */
const isCustomer = (body: Payload) =>
  idOf(body.id) !== undefined &&
  body.line_items === undefined &&
  body.customer === undefined &&
  ['email', 'first_name', 'last_name', 'state'].filter((name) => body[name] !== undefined).length >= 2

/** A variant names its inventory item too, and says nothing of `available`. */
const isLevel = (body: Payload) =>
  idOf(body.inventory_item_id) !== undefined && (typeof body.available === 'number' || body.available === null)

const shapes: Readonly<Record<string, Shape>> = {
  'shop/redact': ofShop(shopRedact),
  'customers/redact': ofShop(customerRedact),
  'customers/data_request': ofShop(dataRequest),
  'app/uninstalled': (body, connected) =>
    uninstalled.safeParse(body).success && isShop(body.myshopify_domain, connected),
  'products/delete': (body) => productDelete.safeParse(body).success,
  'customers/delete': (body) => customerDelete.safeParse(body).success,
}

/** What erases nothing and has another shape is answered as ever, so that it is not sent again, and says nothing. */
const only =
  (isShaped: (body: Payload) => boolean) =>
  (read: Reader): Reader =>
  (body, shopUrl) =>
    isShaped(body) ? read(body, shopUrl) : []

export const onlyProducts = only(isProduct)
export const onlyOrders = only(isOrder)
export const onlyLevels = only(isLevel)
export const onlyCustomers = only(isCustomer)

/** For topics that erase, delete or disconnect; others fit anything. */
export const fitsTopic = ({ topic, body }: ReadHook, { shop }: Readonly<Record<string, string>>): boolean =>
  Object.hasOwn(shapes, topic) ? shapes[topic]!(asPayload(body), shop) : true

/** A new product or customer arrives as created and as updated, an order paid at once twice too, with the same body. */
export const meaningOf = (topic: string): string =>
  topic
    .replace(/^products\/(create|update)$/, 'products')
    .replace(/^orders\/(create|paid)$/, 'orders')
    .replace(/^customers\/(create|update|enable|disable)$/, 'customers')
