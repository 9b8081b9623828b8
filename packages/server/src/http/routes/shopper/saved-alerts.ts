/** Routes of alerts about saved items. */
import { savedAlertNames as names } from '@heartbell/contract/names'
import * as words from '@heartbell/contract/saved-alerts'
import type { FastifyInstance } from 'fastify'
import { chooseSavedAlerts, fetchSavedAlerts, type SavedAlerts } from '../../../domain/saved-alerts/saved-alerts.ts'
import { readAcceptLanguage } from '../../../domain/settings/languages.ts'
import { hashCaller } from '../../../domain/shoppers/consents.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindShopper } from '../../plumbing/bind.ts'
import { isLocale } from './subscriptions.ts'

const writeSavedAlerts = ({ isOn, asks, topics, silentLists }: SavedAlerts) => ({
  [names.enabled]: isOn,
  [names.asks]: asks,
  [names.topics]: topics,
  [names.silentLists]: silentLists,
})

/** The version of our question; a store's own page sends the text that it showed. */
const textVersion = 'saved-items-1'

export function savedAlertRoutes(app: FastifyInstance, context: AppContext): void {
  bindShopper(app, context, words.fetchSavedAlerts, async (shopper, { sql }) =>
    writeSavedAlerts(await fetchSavedAlerts(sql, shopper)),
  )

  bindShopper(app, context, words.chooseSavedAlerts, async (shopper, { sql, fields, request }) => {
    const { consentText, enabled: isOn, ...choice } = fields
    const accepted = readAcceptLanguage(request.headers['accept-language'])
    const locale = [fields.locale ?? '', ...accepted].find(isLocale)
    const facts = {
      ...{ textVersion, source: 'browser', text: consentText, locale },
      userAgent: (request.headers['user-agent'] ?? '').trim().slice(0, 512),
      callerHash: hashCaller(shopper.store.tokenKey, request.ip),
    }
    return writeSavedAlerts(await chooseSavedAlerts(sql, shopper, { ...choice, isOn, locale }, facts))
  })
}
