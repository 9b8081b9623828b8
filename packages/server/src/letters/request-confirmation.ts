/** Double opt-in: asks an address, in its language, to confirm the alerts requested for it. */
import type { Sql } from '../database/connect.ts'
import { addMessage } from '../domain/messages/messages.ts'
import { pickLanguage } from '../domain/settings/languages.ts'
import { type AnyRecipient, isPhoneMedium } from '../domain/shoppers/addresses.ts'
import { writeConfirm } from '../domain/shoppers/links.ts'
import { isSmsAllowed } from '../domain/shoppers/sms-countries.ts'
import type { Store } from '../domain/stores/stores.ts'
import { findUnconfirmed, type UnconfirmedAlert } from '../domain/subscriptions/confirmations.ts'
import type { CatalogItem } from './mail-items.ts'
import { optOutLink } from './opt-out-links.ts'
import { say, wordingOf } from './rendering/phrases.ts'
import { composeConfirmation, composeConfirmationSms } from './system-messages.ts'

type RequestedTopics = { topics: string[]; variantIds: string[] }

/** Without double opt-in, only an address that ended all its alerts is asked, and rarely. */
const afterRefusal = { most: 2, within: 24 * 3_600_000 }

/** One message for each consent. Requested again before the confirmation, it is sent again, within the recipient's limit. */
export async function requestConfirmation(
  sql: Sql,
  store: Store,
  to: AnyRecipient,
  requested: RequestedTopics,
  home: string,
): Promise<void> {
  if (isPhoneMedium(to.medium) && !isSmsAllowed(store, to.address)) return
  const open = await findUnconfirmed(sql, store, to, requested)
  const byConsent = new Map<string, typeof open>()
  for (const one of open) byConsent.set(one.consentId, [...(byConsent.get(one.consentId) ?? []), one])
  const isMail = to.medium === 'email'
  for (const [consentId, alerts] of byConsent) {
    const link = `${home}/alerts/confirm/${writeConfirm(store, consentId)}`
    const channel = isMail ? 'email' : to.medium === 'whatsapp' ? 'whatsapp' : 'sms'
    const reach = { channel, recipient: to.address, purpose: 'confirm-alert' } as const
    const optOut = optOutLink(store, reach, home)
    const wording = wordingOf(store.settings, pickLanguage(alerts[0]!.locale, store.settings.locale))
    const values = {
      link,
      optOut,
      locale: alerts[0]!.locale,
      items: itemsOf(alerts, say(wording, 'unnamedProduct')).slice(0, 20),
      joins: alerts.some(({ joinsOnYes }) => joinsOnYes),
    }
    const letter = isMail ? composeConfirmation(store, values) : composeConfirmationSms(store, values)
    const allowed = store.settings.doubleOptIn ? store.settings.confirmationsPerRecipient : afterRefusal
    await addMessage(sql, store, { ...letter, ...reach, about: consentId, allowed })
  }
}

/**
 * The products to confirm, each once. Only those of the catalog are named: the address has not confirmed yet, so the title or address
 * of any other product may be somebody else's message to the reader. `unnamed` stands for the others.
 */
export function itemsOf(alerts: readonly UnconfirmedAlert[], unnamed: string): CatalogItem[] {
  const known = alerts.flatMap((alert) => (alert.title ? [{ ...alert, title: alert.title }] : []))
  const items: CatalogItem[] = [...new Map(known.map((item) => [`${item.title}\n${item.variantInfo}`, item])).values()]
  if (known.length === alerts.length) return items
  return [...items, { title: unnamed, catalogUrls: [], imageUrl: null, price: null, currency: null }]
}
