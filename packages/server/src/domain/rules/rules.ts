/** All rules by name, and the settings of a topic. */
import type { StoreSettings } from '../settings/settings.ts'
import { restockRule } from './back-in-stock.ts'
import { comingSoon } from './coming-soon.ts'
import { lowStock } from './low-stock.ts'
import { manual } from './manual.ts'
import { priceDrop } from './price-drop.ts'
import { reminder } from './reminder.ts'
import type { Pacing, Rule, RuleName, Topic } from './rule.ts'

export const rules: Record<RuleName, Rule> = {
  'back-in-stock': restockRule,
  'coming-soon': comingSoon,
  'price-drop': priceDrop,
  'low-stock': lowStock,
  reminder,
  manual,
}

export const settingsOf = (settings: StoreSettings, topic: Topic): StoreSettings => ({ ...settings, ...topic.settings })

export const pacingOf = (settings: StoreSettings, topic: Topic): Pacing =>
  topic.settings.pacing ?? rules[topic.rule].pacing(settings)
