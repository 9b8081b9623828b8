/** Back-in-stock requests exported from another app: who waits for what, since when, and who no longer does. */

import { type ImportedSubscription, importSubscriptions } from '../domain/portability/import-subscriptions.ts'
import type { Recipient } from '../domain/shoppers/addresses.ts'
import { readAddress } from '../domain/shoppers/addresses.ts'
import type { Store } from '../domain/stores/stores.ts'
import type { Cells } from './columns.ts'
import { BadTable } from './csv.ts'
import { readDate } from './dates.ts'
import type { PeopleTable, SkippedRow } from './people.ts'

/** Names that apps use for these states, without spaces, punctuation and case. */
const states: Record<string, 'waiting' | 'told' | 'unsubscribed' | 'unconfirmed' | 'bounced'> = {
  ...named(
    'waiting',
    'pending waiting active subscribed queued open unsent notsent new registered enabled requested unnotified notnotified no false 0',
  ),
  ...named(
    'told',
    'sent notified emailsent smssent delivered complete completed closed fulfilled notificationsent done success processed archived purchased yes true 1',
  ),
  ...named('unsubscribed', 'unsubscribed cancelled canceled removed deleted inactive optedout disabled left expired'),
  ...named('unconfirmed', 'unconfirmed pendingconfirmation notconfirmed awaitingconfirmation'),
  ...named('bounced', 'bounced hardbounce bounce complained spam suppressed failed invalid blocked'),
}

function named<State extends string>(state: State, words: string): Record<string, State> {
  return Object.fromEntries(words.split(' ').map((word) => [word, state]))
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

export const subscribersCsv: PeopleTable<ImportedSubscription> = {
  check(columns) {
    if (!columns.has('email') && !columns.has('phone'))
      throw new BadTable(
        'No column with e-mail addresses or phone numbers was recognized. Give it with --columns "email=…".',
      )
    if (!['variant', 'sku', 'product', 'handle'].some((field) => columns.has(field as keyof Cells)))
      throw new BadTable(
        'No column for the product was recognized. Give it with --columns "variant=…", "sku=…" or "product=…".',
      )
  },
  read(store, cells, now) {
    const reason = skipReason(cells)
    if (reason) return reason
    const to = readRecipient(store, cells)
    if ('wrong' in to) return to
    if (store.forwardedMedia.includes(to.medium))
      return { wrong: `this store sends ${to.medium} alerts through Klaviyo: import the subscriber there` }
    const since = cells.date === undefined ? null : readDate(cells.date, store.settings.country, now)
    if (cells.date !== undefined && since === null) return { wrong: `"${cells.date}" is not a date` }
    const quantity = Number(cells.quantity ?? 1)
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > 1_000_000)
      return { wrong: `"${cells.quantity}" is not a whole number of units` }
    const { variant, sku, product, handle, url } = cells
    const topic = (cells.topic && topics[plain(cells.topic)]) ?? cells.topic ?? 'backinstock'
    if (!/^\S{1,64}$/.test(topic)) return { wrong: `"${topic}" is not a topic` }
    return { to, product: { variant, sku, product, handle, url }, topic, since, quantity, locale: cells.locale ?? null }
  },
  importRows: async (sql, store, rows) =>
    (await importSubscriptions(sql, store, 'import', rows)).map((one) => (one === 'suppressed' ? { left: one } : one)),
}

const topics: Record<string, string> = {
  backinstock: 'backinstock',
  restock: 'backinstock',
  instock: 'backinstock',
  comingsoon: 'comingsoon',
  preorder: 'comingsoon',
}

/** Someone who was already notified does not wait again for the same product. */
function skipReason({ status, told }: Cells): SkippedRow | null {
  const state = status === undefined ? 'waiting' : states[plain(status)]
  if (!state)
    return { wrong: `the status "${status}" is unknown: remove the row, or use pending, sent or unsubscribed` }
  if (state !== 'waiting') return { left: state }
  return told !== undefined && states[plain(told)] !== 'waiting' ? { left: 'told' } : null
}

function readRecipient({ settings }: Store, { email, phone, channel }: Cells): Recipient | { wrong: string } {
  const isWhatsapp = /whatsapp/i.test(channel ?? '')
  const isSms = isWhatsapp || /sms|phone|text|mobile/i.test(channel ?? '')
  const isPhone = (isSms && (phone ?? email)) || email === undefined
  const medium = isPhone ? (isWhatsapp ? 'whatsapp' : 'sms') : 'email'
  const text = medium === 'email' ? email : (phone ?? email)
  if (text === undefined) return { wrong: 'the row has neither an e-mail address nor a phone number' }
  const address = readAddress(medium, text, settings.country)
  if (address !== null) return { medium, address }
  return { wrong: `"${text}" is not ${medium === 'email' ? 'an e-mail address' : 'a phone number'}` }
}
