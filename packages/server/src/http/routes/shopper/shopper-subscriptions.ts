/** Routes of alert subscriptions for shoppers in a browser. */
import { subscriptionCallNames as names } from '@heartbell/contract/names'
import * as words from '@heartbell/contract/shopper-subscriptions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readAcceptLanguage } from '../../../domain/settings/languages.ts'
import { type ConsentFacts, hashCaller } from '../../../domain/shoppers/consents.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { removeSubscriptions } from '../../../domain/subscriptions/remove-subscriptions.ts'
import { fetchSubscriptions } from '../../../domain/subscriptions/shopper-subscriptions.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindShopper, joinJson } from '../../plumbing/bind.ts'
import { networkOf } from '../../plumbing/caller-network.ts'
import { subscribeAndConfirm } from './subscribe-and-confirm.ts'
import { readSubscribeRequest, writeSubscribed } from './subscriptions.ts'

const source = 'browser'

export function shopperSubscriptionRoutes(app: FastifyInstance, context: AppContext): void {
  bindShopper(app, context, words.subscribeShopper, async (shopper, { sql, fields, request }) => {
    const { store } = shopper
    const browser = { asker: shopper, network: networkOf(request.ip) }
    const ask = readSubscribeRequest(fields, readAcceptLanguage(request.headers['accept-language']))
    const facts = { ...factsOf(store, request), text: fields.consentText, locale: ask.locale }
    return writeSubscribed(await subscribeAndConfirm(context, sql, store, ask, facts, browser))
  })

  bindShopper(app, context, words.fetchSubscriptions, async (shopper, { sql, fields }) => {
    const { limit = 10, offset = 0, ...wanted } = fields
    const { total, records } = await fetchSubscriptions(sql, shopper, { ...wanted, limit, offset })
    return joinJson({
      [names.limit]: String(limit),
      [names.offset]: String(offset),
      [names.total]: String(total),
      [names.subscriptions]: records,
    })
  })

  bindShopper(app, context, words.removeSubscriptions, async (shopper, { sql, fields }) => ({
    [names.removed]: await removeSubscriptions(sql, shopper, fields, source),
  }))
}

/** Unlike for a store's server, the user agent of a browser is optional. */
const factsOf = (store: Store, request: FastifyRequest): ConsentFacts => ({
  textVersion: 'of-the-store',
  source,
  userAgent: (request.headers['user-agent'] ?? '').trim().slice(0, 512),
  callerHash: hashCaller(store.tokenKey, request.ip),
})
