/** Which alerts an element offers for its product, and how each is named. */
import type { Alert } from '../../client/alert-cache.ts'
import { type AlertTopic, openStates } from '../../client/alert-topics.ts'
import { language } from '../shared/row.ts'
import { t } from '../shared/texts.ts'

export type Offer = AlertTopic & { topic: string }

/** Why a request could not be sent. `isAddress`: what was typed in as the address is wrong. */
export type Refused = { text: string; isAddress?: boolean }

export const priceDrop = 'pricedrop'
const restock = 'backinstock'

/** `back-in-stock` and `Price_Drop` mean the standard topics, too: a topic with such a name of its own would never be sent. */
const nameOf = (name: string): string => {
  const plain = name.toLowerCase().replace(/[-_]/g, '')
  return [restock, priceDrop, 'comingsoon'].includes(plain) ? plain : name
}

export type Shown = {
  /** One topic that does not depend on stock, such as coming soon. */
  topic: string | null
  /** Several, separated by spaces. */
  topics: string | null
  /** Offers any variant of the product, too. */
  any: boolean
  /** Tracked and without stock. */
  isSoldOut: boolean
}

/** Back in stock only for what is sold out; other topics always. */
export function offersOf({ topic, topics, any, isSoldOut }: Shown): Offer[] {
  if (topic !== null) return [{ topic: nameOf(topic) || restock }]
  return (topics ?? restock)
    .split(/\s+/)
    .map(nameOf)
    .filter((name) => name && (name !== restock || isSoldOut))
    .flatMap((name) => (any && name === restock ? [{ topic: name }, { topic: name, any }] : [{ topic: name }]))
}

/** It can lead to a message. */
export const isOpen = (alert: Alert | undefined): boolean => openStates.includes(alert?.status ?? '')

/** Only states that a shopper should read about: a bought, expired or removed alert leaves the form. */
export const hasNote = (alert: Alert | undefined): boolean =>
  /asked|unconfirmed|waiting|told|suppressed/.test(alert?.status ?? '')

/** Of the stock of each variant: where another variant is there already, nobody waits for any of them. Null is not tracked. */
export const isAnyThere = (stocks: Record<string, number | null>) =>
  Object.values(stocks).some((stock) => stock === null || stock > 0)

/** What the message waits for, as the end of “Notify me when …”; empty for a topic of the store's own. */
export function clauseOf({ topic, any }: Offer, isOneOfSeveral = false): string {
  if (any) return t('isAny', 'any variant is back')
  if (topic === restock) return isOneOfSeveral ? t('isThis', 'this variant is back') : t('isBack', 'it is back')
  if (topic === priceDrop) return t('isLess', 'the price drops')
  return topic === 'comingsoon' ? t('isHere', 'it is here') : ''
}

/** In one notation only: others name another day in another country, as in 1.3.2027. Without a time it is the same day in every time zone. */
export const dayOf = (date: string | null): Date | undefined => {
  const day = date && /^\d{4}-\d\d-\d\d(T|$)/.test(date) && new Date(date.length > 10 ? date : `${date}T12:00`)
  return day && !Number.isNaN(+day) ? day : undefined
}

/** The text of the button that opens the form. `date`: when a coming product is sold, as in 2027-03-01. */
export function titleOf(offer: Offer, date: string | null): string {
  if (offer.topic === priceDrop) return t('when', 'Notify me when {0}', clauseOf(offer))
  if (offer.topic === restock) return t('notify', 'Notify me when it is back')
  const day = dayOf(date)
  if (day)
    return t('coming', 'Coming {0}: notify me', new Intl.DateTimeFormat(language(), { dateStyle: 'long' }).format(day))
  // a topic of the store's own promises nothing
  return offer.topic === 'comingsoon' ? t('comingSoon', 'Coming soon: notify me') : t('tellMe', 'Notify me')
}
