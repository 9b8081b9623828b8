/** What a rule is: it looks at a change of a variant and says whether a topic has something to tell, and is asked again later. */
import type { ruleNames } from '@heartbell/contract/dashboard/messages'
import type { SettingTexts, StoreSettings } from '../settings/settings.ts'

export type RuleName = (typeof ruleNames)[number]

export const pacings = ['offers', 'everyone'] as const
export type Pacing = (typeof pacings)[number]

/** What a store tells people about, by which rule and over which channels. */
export type Topic = {
  topic: string
  rule: RuleName
  /** As they were set, in their words. */
  options: SettingTexts
  /** What it sets otherwise than the store. */
  settings: Partial<StoreSettings>
  /** Coming soon: the tag whose going is the news. */
  tag: string | null
  /** Reminder: how long after the asking, in milliseconds. */
  after: number | null
  channels: string[]
  enabled: boolean
}

/** What became of a variant in one transaction; null figures were never told. */
export type VariantChange = {
  variantId: string
  stockBefore: number | null
  stockAfter: number | null
  /** The ledger's last line for this variant. */
  move: number
  wasDeleted: boolean
  /** False: the platform does not count it, or sells it without stock too. */
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

/** Why a trigger was pulled, with the figures that say so. */
export type Cause = { cause: string; facts: Record<string, string | number | null> }

export type Rule = {
  /** Null: nothing to tell. */
  causeOf(change: VariantChange, topic: Topic, settings: StoreSettings): Cause | null
  /** Asked again before anybody is told; null while it still says yes. A product the catalog does not know is null. */
  objection(variant: VariantNow | null, topic: Topic, settings: StoreSettings): string | null
  /** How many are told at once where the topic does not say. */
  pacing(settings: StoreSettings): Pacing
}

export const toEveryone = (): Pacing => 'everyone'

/** What all rules say no to. */
export const gone = (variant: VariantNow | null) => (variant?.isDeleted ? 'product-gone' : null)
