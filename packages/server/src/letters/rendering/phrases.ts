/** The phrases of messages and pages for shoppers, in every language, with values inserted. */
import type { Language } from '../../domain/settings/languages.ts'
import type { StoreSettings } from '../../domain/settings/settings.ts'
import { ar } from '../languages/ar.ts'
import { de } from '../languages/de.ts'
import { deDu } from '../languages/de-du.ts'
import { en, type PhraseKey, type Words } from '../languages/en.ts'
import { es } from '../languages/es.ts'
import { fr } from '../languages/fr.ts'
import { hi } from '../languages/hi.ts'
import { it } from '../languages/it.ts'
import { ja } from '../languages/ja.ts'
import { nl } from '../languages/nl.ts'
import { pt } from '../languages/pt.ts'
import { sv } from '../languages/sv.ts'

/** A language, and German with “du” besides German with “Sie”. */
export type Wording = Language | 'de-du'

const phrases: Readonly<Record<Wording, Words>> = {
  ...{ en, de, fr, es, it, nl, pt, sv, ja, ar, hi },
  'de-du': { ...de, ...deDu },
}

/** How a store speaks to readers of this language. */
export const wordingOf = ({ germanAddress }: Pick<StoreSettings, 'germanAddress'>, language: Language): Wording =>
  language === 'de' && germanAddress !== 'sie' ? 'de-du' : language

export type PhraseValues = Readonly<Record<string, string | number | null | undefined>>

/** Values are inserted as they are; the caller escapes the phrase for HTML. */
export function say(wording: Wording, key: PhraseKey, values: PhraseValues = {}): string {
  return phrases[wording][key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Phrases of earlier releases, which a store's own templates may name. */
const olderNames: Readonly<Record<string, PhraseKey>> = {
  heldUntil: 'offerNext',
  heldAfter: 'offerAfter',
  heldSms: 'offerSms',
}

/** Null: there is no such phrase. */
export const readPhraseKey = (text: string): PhraseKey | null => {
  if (Object.hasOwn(olderNames, text)) return olderNames[text]!
  return Object.hasOwn(en, text) ? (text as PhraseKey) : null
}
