/** The values of an alert: plain data, stored with the delivery, from which the same letter can be written again. */
import type { DueDelivery } from '../domain/deliveries/deliveries.ts'
import { formatLocale, type Language, pickLanguage } from '../domain/settings/languages.ts'
import type { Store } from '../domain/stores/stores.ts'
import { kindOf, kindOfCause, type LetterKind } from './built-in.ts'
import { type DigestItem, digestItems } from './rendering/digest-items.ts'
import { writeDay, writeDeadline } from './rendering/formats.ts'
import { oneLine } from './rendering/one-line.ts'
import { say, wordingOf } from './rendering/phrases.ts'
import { safeAddress } from './rendering/web-addresses.ts'

export type AlertValues = {
  kind: LetterKind
  topic: string
  language: Language
  locale: string
  timeZone: string
  title: string
  variant: string
  variantId: string
  productId: string
  brand: string
  sku: string
  imageUrl: string
  price: number | null
  /** The earlier price, if it was higher. */
  was: number | null
  currency: string | null
  stock: number | null
  quantity: number
  /** Whether the reader asked for the alert, or saved the product. Null in values that an older release stored. */
  origin: 'asked' | 'saved' | null
  /** When the reader asked. */
  askedAt: string | null
  /** The price below which the reader wanted to know, if that is reached. */
  targetPrice: number | null
  /** Among those notified of the same units. Null without an open offer. */
  place: number | null
  /** When the next people in line are notified, and the same as text in the store's time zone. Null without an open offer. */
  offerUntil: string | null
  offerText: string | null
  /** When the product is expected, as text; of a message about a missed date, the date that was missed. */
  restockDate: string | null
  /** Of a message about saved items: the products, the first of which the values above describe. */
  items?: DigestItem[] | undefined
}

/** Deliveries of older releases stored the offer under other names. */
type StoredValues = AlertValues & { heldUntil?: string | null; heldText?: string | null }

/** Null if the delivery stored something else, such as a provider's answer. */
export function readStoredValues(facts: Record<string, unknown> | null): AlertValues | null {
  if (typeof facts?.title !== 'string' || typeof facts.kind !== 'string') return null
  const values = facts as StoredValues
  return {
    ...values,
    offerUntil: values.offerUntil ?? values.heldUntil ?? null,
    offerText: values.offerText ?? values.heldText ?? null,
    origin: values.origin ?? null,
    askedAt: values.askedAt ?? null,
    targetPrice: values.targetPrice ?? null,
    place: values.place ?? null,
    restockDate: values.restockDate ?? null,
  }
}

/** The parts of a delivery that a letter shows. */
type AlertFacts = Pick<DueDelivery, 'subscription' | 'variant' | 'topic' | 'offer' | 'trigger' | 'digest'>

export function gatherValues(store: Store, facts: AlertFacts, now: Date): AlertValues {
  const values = valuesOf(store, facts, now)
  const items = facts.digest && digestItems(store, facts.digest)
  const [first] = items ?? []
  if (!first) return values
  const { news: _, list: __, ...product } = first
  return { ...values, ...product, items }
}

function valuesOf(store: Store, { subscription, variant, topic, offer, trigger }: AlertFacts, now: Date): AlertValues {
  const { settings } = store
  const language = pickLanguage(subscription.locale, settings.locale)
  const locale = formatLocale(language, subscription.locale)
  const timeZone = readTimeZone(subscription.timeZone) ?? settings.timeZone
  const kind = kindOfCause(trigger.cause) ?? kindOf(subscription.topic, topic?.rule)
  const price = variant?.price ?? null
  // Where nobody comes next, there is neither a place nor a time to name.
  const isOpen = offer !== null && offer.closedBy === null && offer.lapsesAt > now && offer.hasNext
  return {
    kind,
    topic: subscription.topic,
    language,
    locale,
    timeZone,
    title:
      knownTitle({ ...subscription, title: variant?.title ?? null }) ||
      say(wordingOf(settings, language), 'unnamedProduct'),
    variant: oneLine(variant?.variantInfo ?? ''),
    variantId: subscription.variantId,
    productId: variant?.productId ?? subscription.productId,
    brand: oneLine(variant?.brand ?? ''),
    sku: variant?.sku ?? '',
    imageUrl: safeAddress(variant?.imageUrl, settings.shopUrl) ?? '',
    price,
    was: higher(kind === 'priceDrop' ? subscription.priceWhenSaved : null, variant?.compareAtPrice ?? null, price),
    currency: variant?.currency ?? null,
    stock: variant?.stock ?? null,
    quantity: offer?.quantity ?? subscription.quantity,
    origin: subscription.origin,
    askedAt: subscription.origin === 'asked' ? subscription.waitingSince.toISOString() : null,
    targetPrice: reachedPrice(subscription.targetPrice, price),
    place: isOpen ? offer.number : null,
    offerUntil: isOpen ? offer.lapsesAt.toISOString() : null,
    offerText: isOpen ? writeDeadline(offer.lapsesAt, locale, settings.timeZone) : null,
    restockDate: typeof trigger.facts.date === 'string' ? writeDay(trigger.facts.date, locale) : null,
  }
}

const reachedPrice = (target: number | null, price: number | null) =>
  target !== null && price !== null && price <= target ? target : null

function higher(saved: number | null, compared: number | null, price: number | null): number | null {
  if (price === null) return null
  if (saved !== null && saved > price) return saved
  return compared !== null && compared > price ? compared : null
}

type TitledProduct = { title: string | null; url: string; urlFromStore: boolean }

/** The catalog's title, or the last part of an address that the store's server sent. Text from anybody else is never shown: ''. */
export const knownTitle = ({ title, url, urlFromStore }: TitledProduct) =>
  oneLine(title ?? '') || (urlFromStore ? titleOf(url) : '')

function titleOf(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? ''
  try {
    return oneLine(decodeURIComponent(last).replaceAll(/[-_]+/g, ' '))
  } catch {
    return oneLine(last)
  }
}

const zones = new Map<string, boolean>()

/** Null for an unknown time zone. Cached, because creating a formatter is slow. */
function readTimeZone(text: string | null): string | null {
  if (!text) return null
  let isKnown = zones.get(text)
  if (isKnown === undefined) {
    try {
      isKnown = Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
    } catch {
      isKnown = false
    }
    if (zones.size > 1000) zones.clear()
    zones.set(text, isKnown)
  }
  return isKnown ? text : null
}
