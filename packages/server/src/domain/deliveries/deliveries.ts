/** One message to one address about one trigger: what names it, and what there is to know when it is to be sent. */
import { createHash } from 'node:crypto'
import type { DigestLine } from '../digests/digest-lines.ts'
import type { SubscriptionState } from '../rules/subscription-states.ts'
import type { Medium } from '../shoppers/addresses.ts'

/** `channel` is the medium: one trigger sends one message over each. */
export type DeliveryKey = { subscriptionId: string; triggerId: string; channel: string }

/** `attempts` is the number of the claim: when the row has a higher one, another worker has claimed it since. */
export type ClaimedKey = DeliveryKey & { attempts: number }

/** A claimed delivery: what is needed to check whether it is sent, and to write it. */
export type DueDelivery = ClaimedKey & {
  medium: Medium | 'push' | 'webhook'
  /** The first attempt that failed. */
  triedAt: Date | null
  createdAt: Date
  claimedAt: Date
  subscription: {
    address: string
    topic: string
    variantId: string
    productId: string
    url: string
    /** The store's own server sent it. */
    urlFromStore: boolean
    shopperId: string | null
    /** After the claim. */
    status: SubscriptionState
    /** True when the claim notifies it under this trigger. */
    isHeld: boolean
    waitingSince: Date
    quantity: number
    targetPrice: number | null
    priceWhenSaved: number | null
    locale: string | null
    timeZone: string | null
    extras: string | null
    /** Whether the shopper asked for the alert, or saved the product. */
    origin: 'asked' | 'saved'
  }
  trigger: {
    cause: string
    facts: Record<string, unknown>
    pacing: 'offers' | 'everyone'
    createdAt: Date
    supersededAt: Date | null
    /** Of the call that caused the trigger; leads through the logs. */
    requestId: string | null
    /** One more message to somebody who was notified and did not buy. */
    isFollowUp: boolean
  }
  /** Null when the trigger is not paced by offers. */
  offer: {
    quantity: number
    /** The place among those with an open offer for the same variant, from 1. */
    number: number
    openedAt: Date
    lapsesAt: Date
    closedBy: string | null
    /** Whether anybody is notified when it lapses. */
    hasNext: boolean
  } | null
  /** Null when the catalog does not know it. */
  variant: DueVariant | null
  /** The store's own row of the topic, if it has one. */
  topic: { rule: string; options: Record<string, unknown>; enabled: boolean } | null
  /** The news of a message about saved items; no other message has it. */
  digest?: DigestLine[] | undefined
}

export type DueVariant = {
  variantId: string
  productId: string
  url: string | null
  variantUrl: string | null
  title: string | null
  brand: string | null
  sku: string | null
  variantInfo: string | null
  imageUrl: string | null
  price: number | null
  compareAtPrice: number | null
  currency: string | null
  tags: string[]
  tracked: boolean
  sellsWhenEmpty: boolean
  stock: number | null
  isDeleted: boolean
}

/**
 * The id under which a provider knows the message: the same in every attempt, so that one with idempotency keys sends it
 * once, and mail programs can detect a repetition.
 */
export function messageIdOf(storeId: number, { subscriptionId, triggerId, channel }: DeliveryKey): string {
  const digest = createHash('sha256').update(`${storeId}\0${subscriptionId}\0${triggerId}\0${channel}`).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-${digest.slice(12, 16)}-${digest.slice(16, 20)}-${digest.slice(20, 32)}`
}
