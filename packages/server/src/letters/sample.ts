/** A sample product and delivery for template previews. */
import type { DueDelivery, DueVariant } from '../domain/deliveries/deliveries.ts'
import type { DigestLine } from '../domain/digests/digest-lines.ts'
import { type NewsTopic, savedTopic } from '../domain/rules/saved-items.ts'
import { kindOfTemplate, messageNameOf } from './built-in.ts'

export const sampleVariant: DueVariant = {
  variantId: '40321',
  productId: '8012',
  url: 'https://shop.example/products/monstera',
  variantUrl: 'https://shop.example/products/monstera?variant=40321',
  title: 'Monstera deliciosa',
  brand: 'Fern & Field',
  sku: 'MON-12',
  variantInfo: '12 cm pot',
  imageUrl: null,
  price: 24.5,
  compareAtPrice: 29,
  currency: 'EUR',
  tags: [],
  tracked: true,
  sellsWhenEmpty: false,
  stock: 3,
  isDeleted: false,
}

const sampleId = '00000000-0000-7000-8000-000000000000'
const hour = 3_600_000

const sampleTrigger = { pacing: 'offers', supersededAt: null, requestId: null, isFollowUp: false } as const

const sampleDate = (now: Date) => new Date(now.getTime() + 14 * 24 * hour).toISOString().slice(0, 10)

export type SampleOptions = {
  topic: string
  medium: DueDelivery['medium']
  address: string
  locale: string | null
  rule?: string | null
  variant?: DueVariant | null
  origin?: DueDelivery['subscription']['origin']
}

const sampleLine = (topic: NewsTopic, now: Date, { tracked, sellsWhenEmpty, ...variant }: DueVariant): DigestLine => ({
  ...variant,
  ...{ subscriptionId: sampleId, topic, foundAt: now, listId: sampleId, listName: 'Balcony', isWanted: true },
  ...{ priceBefore: variant.compareAtPrice, isCounted: tracked && !sellsWhenEmpty },
})

/** Two products that a shopper saved. */
const sampleDigest = (variant: DueVariant, now: Date): DigestLine[] => {
  const other = { ...variant, variantId: `${variant.variantId}-2`, title: 'Terracotta pot', variantInfo: '', stock: 2 }
  return [sampleLine('pricedrop', now, variant), sampleLine('lowstock', now, { ...other, price: 18 })]
}

/** As if an offer had just been opened. Its links do not work. */
export function sampleDelivery(sample: SampleOptions, now: Date): DueDelivery {
  const { topic, medium, address, locale, rule, variant = sampleVariant, origin = 'asked' } = sample
  return {
    subscriptionId: sampleId,
    triggerId: sampleId,
    channel: medium,
    medium,
    attempts: 1,
    triedAt: null,
    createdAt: now,
    claimedAt: now,
    subscription: {
      address,
      topic,
      variantId: variant?.variantId ?? '',
      productId: variant?.productId ?? '',
      url: variant?.url ?? '',
      urlFromStore: true,
      shopperId: null,
      status: 'waiting',
      isHeld: true,
      waitingSince: now,
      quantity: 1,
      targetPrice: null,
      priceWhenSaved: variant?.compareAtPrice ?? null,
      locale,
      timeZone: null,
      extras: null,
      origin,
    },
    // A template of a message such as `follow-up` has its name instead of a topic's.
    trigger: {
      ...sampleTrigger,
      cause: messageNameOf(kindOfTemplate(topic, rule)) ?? 'sample',
      facts: { date: sampleDate(now) },
      createdAt: now,
    },
    offer: {
      quantity: 1,
      number: 1,
      openedAt: now,
      lapsesAt: new Date(now.getTime() + 2 * hour),
      closedBy: null,
      hasNext: true,
    },
    variant,
    topic: rule ? { rule, options: {}, enabled: true } : null,
    digest: topic.toLowerCase() === savedTopic ? sampleDigest(variant ?? sampleVariant, now) : undefined,
  }
}
