/** A template draft: a preview, and the errors in it. */
import type { DueVariant } from '../domain/deliveries/deliveries.ts'
import type { TemplateKey, TemplateSource } from '../domain/messages/templates.ts'
import { topicNamed } from '../domain/rules/standard-topics.ts'
import type { Store } from '../domain/stores/stores.ts'
import { gatherValues } from './alert-values.ts'
import { kindOfTemplate, type LetterMedium } from './built-in.ts'
import { type ComposedAlert, writeAlert } from './compose.ts'
import { type Part, parseUntrusted, slowSays, TemplateFault } from './rendering/liquid.ts'
import { sampleDelivery } from './sample.ts'
import { type LetterTemplate, parseOwn } from './templates.ts'

export type DraftFault = { part: Part; line: number; column: number; says: string; isSlow: boolean }

export type TemplateDraft = TemplateKey & TemplateSource & { variant?: DueVariant | null | undefined; address: string }

/** Each part on its own, so that all errors are shown at once. */
function findFaults(source: TemplateSource): DraftFault[] {
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

const showFault = ({ part, line, column, says }: TemplateFault): DraftFault => ({
  ...{ part, line, column, says },
  isSlow: says === slowSays,
})

/** `letter` is null when a part cannot be parsed. With an error in rendering it is the built-in letter. */
function writeDraft(
  store: Store,
  draft: TemplateDraft,
  publicUrl: string,
  now = new Date(),
): { letter: ComposedAlert | null; faults: DraftFault[] } {
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
  const own: LetterTemplate = parseOwn({ ...draft, version: 0 }, kindOfTemplate(topic, rule))
  const values = gatherValues(store, delivery, now)
  const letter = writeAlert(store, { ...delivery, address }, values, { publicUrl, now, templates: { find: () => own } })
  return { letter, faults: letter.fault ? [readFault(letter.fault)] : [] }
}

/** The rate limit of the entry point. */
type DraftLimits = {
  take(bucket: string, perSecond: number): void | Promise<void>
  charge(bucket: string, perSecond: number, cost: number): void
}

/** Drafts that one user, or the store's key, may render in a second. */
const draftsPerSecond = 10
/** A draft that was stopped used up to 0.1 s of the thread that serves everybody: it costs five seconds of the limit. */
const slowCost = 50

/** As `writeDraft`, limited for `who`. A slow draft delays only further drafts, not the store's other calls. */
export async function writeLimitedDraft(
  limits: DraftLimits,
  store: Store,
  who: string,
  draft: TemplateDraft,
  publicUrl: string,
): Promise<ReturnType<typeof writeDraft>> {
  const bucket = `drafts ${store.storeId} ${who}`
  await limits.take(bucket, draftsPerSecond)
  const written = writeDraft(store, draft, publicUrl)
  if (written.faults.some(({ isSlow }) => isSlow)) limits.charge(bucket, draftsPerSecond, slowCost)
  return written
}

/** The reverse of `TemplateFault`'s message. */
function readFault(text: string): DraftFault {
  const [, part, line, column, says] = /^(subject|html|text), line (\d+), column (\d+): (.*)$/s.exec(text) ?? []
  return {
    ...{ part: (part ?? 'html') as Part, line: Number(line ?? 1), column: Number(column ?? 1), says: says ?? text },
    isSlow: says === slowSays,
  }
}
