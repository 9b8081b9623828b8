/** The steps of a subscription's timeline as text for people, in the languages of the dashboard. */
import { moment, type SentenceTable, type StepFacts } from './sentence-parts.ts'
import * as german from './sentences-de.ts'
import * as english from './sentences-en.ts'

export type TimelineStep = { step: string; reason: string; facts: StepFacts }

export type SentenceLanguage = 'en' | 'de'

/** `steps`: the first word, by step; `unsent` for messages that were planned and not sent. */
const languages: Record<SentenceLanguage, { locale: string; steps: Record<string, string>; sentences: SentenceTable }> =
  {
    en: { locale: 'en-US', ...english },
    de: { locale: 'de-DE', ...german },
  }

const unsent = new Set(['withheld', 'postponed', 'failed'])

export type SentenceReader = { timeZone: string; language?: SentenceLanguage | undefined }

/** `timeZone`: the store's. A reason without a sentence is shown as its own words. */
export function sentenceOf(
  { step, reason, facts }: TimelineStep,
  { timeZone, language = 'en' }: SentenceReader,
): string {
  const { locale, steps, sentences } = languages[language]
  const sentence = sentences[reason]?.(facts, (value) => moment(value, locale, timeZone)) ?? reason.replaceAll('-', ' ')
  return `${steps[unsent.has(step) ? 'unsent' : step] ?? step}: ${sentence}`
}
