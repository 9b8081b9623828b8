/** German, keyed by the English text; loaded only for German readers. */
import { account } from './de-account.ts'
import { acts } from './de-acts.ts'
import { alerts } from './de-alerts.ts'
import { frame } from './de-frame.ts'
import { integrations } from './de-integrations.ts'
import { lists } from './de-lists.ts'
import { measures } from './de-measures.ts'
import { messages } from './de-messages.ts'
import { people } from './de-people.ts'
import { settings } from './de-settings.ts'
import { signIn } from './de-sign-in.ts'

export const german: Readonly<Record<string, string>> = {
  ...messages,
  ...measures,
  ...alerts,
  ...settings,
  ...integrations,
  ...people,
  ...lists,
  ...frame,
  ...signIn,
  ...account,
  ...acts,
}
