/** Authenticates callers: stores by API key, shoppers by regid and session; and counts their calls for the rate limits. */
import type { Endpoint } from '@heartbell/contract/endpoint'
import { badField } from '@heartbell/contract/errors'
import { callerNames, identityNames } from '@heartbell/contract/names'
import { badKey, badRegid, readOnlyKey, twoStores, unknownStore } from '@heartbell/contract/refusals'
import type { FastifyRequest } from 'fastify'
import { identifyShopper, type Shopper } from '../../domain/shoppers/shoppers.ts'
import { isValidApiKey, maySave } from '../../domain/stores/api-keys.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { AppContext } from './app-context.ts'
import { checkOrigin } from './origins.ts'

export type RawFields = Record<string, unknown>

/** Fields of the body override the query: older callers put fields into the query of a POST. */
export function rawFields(request: FastifyRequest): RawFields {
  const query = request.query as RawFields
  const body = request.body
  if (body === undefined || body === null) return query
  if (typeof body !== 'object' || Array.isArray(body)) throw badField([], 'must be an object of fields')
  for (const _ in query) return { ...query, ...body }
  // Copying costs 5 µs, and most calls use only the query or only the body.
  return body as RawFields
}

/** Basic `pid:apikey`. A wrong pair, a missing one and a revoked key get the same answer. A key that may only read calls nothing but GET. */
export async function admitStore(context: AppContext, request: FastifyRequest, { method }: Endpoint): Promise<Store> {
  const [pid, apiKey] = readBasicOnce(request.headers.authorization ?? '')
  const store = await context.stores.find(pid)
  const isKnown = isValidApiKey(store?.keys ?? [], apiKey)
  if (!store || !isKnown) {
    await countAddress(context, request, store)
    throw badKey()
  }
  await countCall(context, request, `key ${store.storeId} ${apiKey.slice(0, 16)}`, store.settings.rateKey)
  if (method !== 'GET' && !maySave(store.keys, apiKey.slice(4, 16))) throw readOnlyKey()
  return store
}

type CountedBucket = readonly [bucket: string, perSecond: number]

/** The bucket in which a call was counted, for its additional cost. */
const counted = new WeakMap<FastifyRequest, CountedBucket>()

async function countCall(
  { limits }: AppContext,
  request: FastifyRequest,
  bucket: string,
  perSecond: number,
): Promise<void> {
  counted.set(request, [bucket, perSecond])
  await limits.take(bucket, perSecond)
}

/** Counts a call as `cost` more calls, which delays the caller's next calls. */
export function chargeCall({ limits }: AppContext, request: FastifyRequest, cost: number): void {
  const bucket = cost >= 1 ? counted.get(request) : undefined
  if (bucket) limits.charge(...bucket, Math.floor(cost))
}

/** The default of `rate-address`, for calls without a known store. */
const defaultAddressRate = 200

/** Only callers without a valid identity are counted by IP address, because many shoppers may share one. */
async function countAddress({ limits }: AppContext, { ip }: FastifyRequest, store: Store | null): Promise<void> {
  await limits.take(`address ${store?.storeId} ${ip}`, store?.settings.rateAddress ?? defaultAddressRate)
}

type BasicCredentials = readonly [pid: string, apiKey: string]

function readBasic(header: string): BasicCredentials | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header) ?? []
  const text = Buffer.from(encoded ?? '', 'base64').toString()
  const cut = text.indexOf(':')
  return cut < 0 ? null : [text.slice(0, cut), text.slice(cut + 1)]
}

const noCredentials: BasicCredentials = ['', '']
const recent = new Map<string, BasicCredentials>()
/** Guessed headers must not fill the memory. */
const maxRecent = 100

/** A store's server sends the same header with every call, so the decoded form is cached. The key is checked each time. */
function readBasicOnce(header: string): BasicCredentials {
  const known = recent.get(header)
  if (known) return known
  const read = readBasic(header)
  if (!read) return noCredentials
  if (recent.size >= maxRecent) recent.clear()
  recent.set(header, read)
  return read
}

/** The id of the call's API key; the key itself is never shown. */
export const keyIdOf = ({ headers }: FastifyRequest) => readBasicOnce(headers.authorization ?? '')[1].slice(4, 16)

/** `pid` in the query or the body; two different ones are refused with 400. */
async function findStoreOfRequest(context: AppContext, request: FastifyRequest): Promise<Store> {
  const sent = [request.query, request.body]
    .map((fields) => (fields as RawFields | null | undefined)?.[callerNames.pid])
    .filter((pid) => pid !== undefined && pid !== '')
    .map(readPid)
  if (sent.length === 2 && sent[0] !== sent[1]) throw twoStores()
  const store = sent[0] === undefined ? null : await context.stores.find(sent[0])
  if (store) {
    checkOrigin(request, store, context.publicUrl())
    return store
  }
  await countAddress(context, request, null)
  if (sent[0] === undefined) throw badField([callerNames.pid], 'is required')
  throw unknownStore()
}

/** For calls without an identity, which are counted by IP address. */
export async function admitAnyone(context: AppContext, request: FastifyRequest): Promise<Store> {
  const store = await findStoreOfRequest(context, request)
  await countAddress(context, request, store)
  return store
}

/** A pid has no percent sign or space: if the text has one, it was encoded twice or not at all. */
export function readPid(value: unknown): string {
  if (typeof value !== 'string') throw badField([callerNames.pid], 'must be sent once, as text')
  return value
    .replace(/%([2-3][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(' ', '+')
}

export async function admitShopperOfRequest(
  context: AppContext,
  request: FastifyRequest,
  fields: RawFields,
): Promise<Shopper> {
  const store = await findStoreOfRequest(context, request)
  try {
    const { regid, sessionId } = identityNames
    const shopper = identifyShopper(store, readToken(fields[regid]), readToken(fields[sessionId]))
    await countCall(context, request, `shopper ${store.storeId} ${shopper.shopperId}`, store.settings.rateShopper)
    return shopper
  } catch (refusal) {
    if ((refusal as { reason?: string }).reason === 'not-identified') await countAddress(context, request, store)
    throw refusal
  }
}

function readToken(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw badRegid()
  return value.trim()
}
