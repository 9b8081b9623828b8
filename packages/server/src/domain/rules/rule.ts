/** What a rule is: it decides whether a change of a variant triggers a topic, and whether that still applies when sending. */
import type { ruleNames } from '@heartbell/contract/dashboard/messages'
import type { SettingTexts, StoreSettings } from '../settings/settings.ts'

export type RuleName = (typeof ruleNames)[number]

export type Pacing = 'offers' | 'everyone'

/** A kind of alert of a store: its rule, settings and channels. */
export type Topic = {
  topic: string
  rule: RuleName
  /** The options as they were set, as text. */
  options: SettingTexts
  /** Settings that differ from the store's. */
  settings: Partial<StoreSettings>
  /** Coming soon: the tag whose removal triggers it. */
  tag: string | null
  /** Reminder: milliseconds after the request. */
  after: number | null
  channels: string[]
  enabled: boolean
}

/** How a variant changed in one transaction; null: not known. */
export type VariantChange = {
  variantId: string
  stockBefore: number | null
  stockAfter: number | null
  /** The number of the variant's last stock move. */
  move: number
  wasDeleted: boolean
  /** False: the platform does not count it, or sells it without stock. */
  isCounted: boolean
  priceBefore: number | null
  priceAfter: number | null
  tagsGone: string[]
}

export type VariantNow = {
  stock: number | null
  isCounted: boolean
  isDeleted: boolean
  price: number | null
}

/** Why a trigger was created, with the figures. */
export type Cause = { cause: string; facts: Record<string, string | number | null> }

export type Rule = {
  /** Null: the change triggers nothing. */
  causeOf(change: VariantChange, topic: Topic, settings: StoreSettings): Cause | null
  /** Checked again before sending: the reason not to send, or null. `variant` is null for a product that is not in the catalog. */
  objection(variant: VariantNow | null, topic: Topic, settings: StoreSettings): string | null
  /** How many are notified at once, if the topic does not set it. */
  pacing(settings: StoreSettings): Pacing
}

export const toEveryone = (): Pacing => 'everyone'

/** The objection that all rules share. */
export const gone = (variant: VariantNow | null) => (variant?.isDeleted ? 'product-gone' : null)
