/** A template that is being written: how it would look, and where it is wrong. */
import type { DueVariant } from '../domain/deliveries/deliveries.ts'
import type { TemplateKey, TemplateSource } from '../domain/messages/templates.ts'
import { topicNamed } from '../domain/rules/standard-topics.ts'
import type { Store } from '../domain/stores/stores.ts'
import { gatherValues } from './alert-values.ts'
import { kindOf, type LetterMedium } from './built-in.ts'
import { type Composed, writeAlert } from './compose.ts'
import { type Part, parseUntrusted, slowSays, TemplateFault } from './rendering/liquid.ts'
import { sampleDelivery } from './sample.ts'
import { type Letter, parseOwn } from './templates.ts'

export type Fault = { part: Part; line: number; column: number; says: string; isSlow: boolean }

export type Draft = TemplateKey & TemplateSource & { variant?: DueVariant | null | undefined; address: string }

/** Every part on its own, so that all that is wrong is said at once. */
function findFaults(source: TemplateSource): Fault[] {
  return (['subject', 'html', 'text'] as const).flatMap((part) => {
    const text = source[part]
    if (text === null) return []
    try {
      parseUntrusted(part, text)
      return []
    } catch (error) {
      if (error instanceof TemplateFault) return [showFault(error)]
      throw error
    }
  })
}

const showFault = ({ part, line, column, says }: TemplateFault): Fault => ({
  ...{ part, line, column, says },
  isSlow: says === slowSays,
})

/** `letter` null while a part can't be read. A fault that shows only in writing comes with the built-in's words. */
export function writeDraft(
  store: Store,
  draft: Draft,
  publicUrl: string,
  now = new Date(),
): { letter: Composed | null; faults: Fault[] } {
  const faults = findFaults(draft)
  if (faults.length > 0) return { letter: null, faults }
  const { topic, medium, locale, address, variant } = draft
  const { rule } = topicNamed(store.topics, topic)
  const delivery = sampleDelivery(
    {
      ...{ topic, address, rule },
      medium: medium as LetterMedium,
      locale: locale === '*' ? null : locale,
      ...(variant && { variant }),
    },
    now,
  )
  const own: Letter = parseOwn({ ...draft, version: 0 }, kindOf(topic, rule))
  const values = gatherValues(store, delivery, now)
  const letter = writeAlert(store, { ...delivery, address }, values, { publicUrl, now, templates: { find: () => own } })
  return { letter, faults: letter.fault ? [readFault(letter.fault)] : [] }
}

/** What counts calls; the entry points have one. */
export type DraftLimits = {
  take(bucket: string, perSecond: number): void | Promise<void>
  charge(bucket: string, perSecond: number, cost: number): void
}

/** Drafts that one person, or the store's key, may have written out in a second. */
const draftsPerSecond = 10
/** A draft that was stopped used up to 0.1 s of the thread that serves everybody: five seconds pass before the next. */
const slowCost = 50

/** As `writeDraft`, counted for `who`. Only drafts wait for a slow one: a store's other calls go on. */
export async function writeLimitedDraft(
  limits: DraftLimits,
  store: Store,
  who: string,
  draft: Draft,
  publicUrl: string,
): Promise<ReturnType<typeof writeDraft>> {
  const bucket = `drafts ${store.storeId} ${who}`
  await limits.take(bucket, draftsPerSecond)
  const written = writeDraft(store, draft, publicUrl)
  if (written.faults.some(({ isSlow }) => isSlow)) limits.charge(bucket, draftsPerSecond, slowCost)
  return written
}

/** As a fault writes itself. */
function readFault(text: string): Fault {
  const [, part, line, column, says] = /^(subject|html|text), line (\d+), column (\d+): (.*)$/s.exec(text) ?? []
  return {
    ...{ part: (part ?? 'html') as Part, line: Number(line ?? 1), column: Number(column ?? 1), says: says ?? text },
    isSlow: says === slowSays,
  }
}
