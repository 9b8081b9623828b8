/** Routes of alert subscriptions for the store's server. */
import type { FieldsOf } from '@heartbell/contract/endpoint'
import { badField } from '@heartbell/contract/errors'
import * as words from '@heartbell/contract/subscriptions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ConsentFacts, hashCaller } from '../../../domain/shoppers/consents.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import type { Subscribed, SubscribeRequest } from '../../../domain/subscriptions/subscribe.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindStore, joinJson } from '../../plumbing/bind.ts'
import { subscribeAndConfirm } from './subscribe-and-confirm.ts'

export function subscriptionRoutes(app: FastifyInstance, context: AppContext): void {
  bindStore(app, context, words.subscribe, async (store, { sql, fields, request }) => {
    const ask = readSubscribeRequest(fields)
    const facts = { ...factsOf(store, request), text: fields.consentText, locale: ask.locale }
    return writeSubscribed(await subscribeAndConfirm(context, sql, store, ask, facts))
  })
}

/** On the wire, the mailing list is 1, 0 or missing. */
export const readSubscribeRequest = (
  { joinMailingList, products, locale, consentText: _, ...fields }: FieldsOf<typeof words.subscribe>,
  accepted: string[] = [],
): SubscribeRequest => ({
  ...fields,
  locale: [locale ?? '', ...accepted].find(isLocale),
  products: products.map(({ quantityAlias, quantity = quantityAlias, ...product }) => ({ ...product, quantity })),
  joinsMailingList: joinMailingList === undefined ? undefined : joinMailingList === 1,
})

/** An invalid locale is ignored: older callers send other values in fields that were not read then. */
export const isLocale = (text: string) => /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/.test(text)

export function writeSubscribed({ products, topics }: Subscribed): string {
  const { names } = words.subscriptionAnswer
  return joinJson({
    [names.message]: '"Subscribed to the alerts."',
    [names.products]: products,
    [names.topics]: JSON.stringify(topics),
  })
}

/** The store asked for consent on its own page, which we did not see; we record the call. */
function factsOf(store: Store, request: FastifyRequest): ConsentFacts {
  const userAgent = request.headers['user-agent']?.trim()
  if (!userAgent) throw badField(['user-agent'], 'is required: a header that names the calling app')
  return {
    textVersion: 'of-the-store',
    source: 'storeadmin',
    userAgent: userAgent.slice(0, 512),
    callerHash: hashCaller(store.tokenKey, request.ip),
  }
}
