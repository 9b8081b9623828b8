/** Which template a shopper gets: the store's own in their language, the store's for all languages, or the built-in one. Each is parsed once. */
import type { StoredTemplate } from '../domain/messages/templates.ts'
import { builtIn, builtInVersion, type LetterKind, type LetterMedium } from './built-in.ts'
import { type Parsed, parseTemplate, parseUntrusted, TemplateFault } from './rendering/liquid.ts'
import { isCacheable } from './rendering/prerendered.ts'

export type LetterTemplate = {
  /** Stored with the delivery. */
  name: string
  subject: Parsed | null
  html: Parsed | null
  text: Parsed | null
  /** Prerendered letters are cached under this number; null: rendered for each recipient. */
  cacheId: number | null
}

let lastCacheId = 0
const nextCacheId = () => ++lastCacheId

const parsedBuiltIns = new Map<string, LetterTemplate>()

export function builtInLetter(kind: LetterKind, medium: LetterMedium): LetterTemplate {
  const name = `built-in/${kind}/${medium}@${builtInVersion}`
  const parsed = parsedBuiltIns.get(name)
  if (parsed) return parsed
  const { subject, html, text } = builtIn(kind, medium)
  const letter: LetterTemplate = {
    name,
    subject: subject === null ? null : parseTemplate('subject', subject),
    html: html === null ? null : parseTemplate('html', html),
    text: text === null ? null : parseTemplate('text', text),
    cacheId: kind === 'savedItems' ? null : nextCacheId(),
  }
  parsedBuiltIns.set(name, letter)
  return letter
}

const templateName = ({ topic, medium, locale, version }: Omit<StoredTemplate, 'createdAt' | 'author'>) =>
  `${topic}/${medium}/${locale}@${version}`

/** The template's own parts, and the built-in ones where it has none. Throws a `TemplateFault`. */
export function parseOwn(own: Omit<StoredTemplate, 'createdAt' | 'author'>, kind: LetterKind): LetterTemplate {
  const base = builtInLetter(kind, own.medium as LetterMedium)
  const part = (name: 'subject' | 'html' | 'text') => {
    const source = own[name]
    return source === null || base[name] === null ? base[name] : parseUntrusted(name, source)
  }
  return {
    name: templateName(own),
    subject: part('subject'),
    html: part('html'),
    text: part('text'),
    // Messages about saved items differ in more than the reader's own values.
    cacheId:
      kind !== 'savedItems' &&
      [own.subject, own.html, own.text].every((source) => source === null || isCacheable(source))
        ? nextCacheId()
        : null,
  }
}

/** A store's own templates, parsed on first use; the same object for every letter of a batch. */
export type StoreTemplates = {
  /** Null when the store has none; a fault when its own cannot be parsed. */
  find(
    topic: string,
    medium: LetterMedium,
    locales: readonly string[],
    kind: LetterKind,
  ): LetterTemplate | TemplateFault | null
}

export const noTemplates: StoreTemplates = { find: () => null }

export function prepareTemplates(stored: readonly StoredTemplate[]): StoreTemplates {
  if (stored.length === 0) return noTemplates
  const byName = new Map(stored.map((one) => [`${one.topic}\n${one.medium}\n${one.locale.toLowerCase()}`, one]))
  const ready = new Map<StoredTemplate, LetterTemplate | TemplateFault>()
  return {
    find(topic, medium, locales, kind) {
      for (const locale of [...locales, '*']) {
        const own = byName.get(`${topic}\n${medium}\n${locale.toLowerCase()}`)
        if (!own) continue
        const letter = ready.get(own) ?? parseOrFault(own, kind)
        ready.set(own, letter)
        return letter
      }
      return null
    },
  }
}

function parseOrFault(own: StoredTemplate, kind: LetterKind): LetterTemplate | TemplateFault {
  try {
    return parseOwn(own, kind)
  } catch (error) {
    if (error instanceof TemplateFault) return error
    throw error
  }
}
