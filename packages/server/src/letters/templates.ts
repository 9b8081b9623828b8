/** Which template speaks to a shopper: the store's own in their language, the store's for all, or the built-in. Each is parsed once. */
import type { StoredTemplate } from '../domain/messages/templates.ts'
import { builtIn, builtInVersion, type Kind, type LetterMedium } from './built-in.ts'
import { type Parsed, parseTemplate, parseUntrusted, TemplateFault } from './rendering/liquid.ts'
import { isCacheable } from './rendering/prerendered.ts'

export type Letter = {
  /** What a delivery keeps of it, to be shown again. */
  name: string
  subject: Parsed | null
  html: Parsed | null
  text: Parsed | null
  /** Written once and stamped for each reader, kept under this number; null: written anew each time. */
  stamp: number | null
}

let stamps = 0
const nextStamp = () => ++stamps

const parsedBuiltIns = new Map<string, Letter>()

export function builtInLetter(kind: Kind, medium: LetterMedium): Letter {
  const name = `built-in/${kind}/${medium}@${builtInVersion}`
  const held = parsedBuiltIns.get(name)
  if (held) return held
  const { subject, html, text } = builtIn(kind, medium)
  const letter: Letter = {
    name,
    subject: subject === null ? null : parseTemplate('subject', subject),
    html: html === null ? null : parseTemplate('html', html),
    text: text === null ? null : parseTemplate('text', text),
    stamp: nextStamp(),
  }
  parsedBuiltIns.set(name, letter)
  return letter
}

export const templateName = ({ topic, medium, locale, version }: Omit<StoredTemplate, 'createdAt' | 'author'>) =>
  `${topic}/${medium}/${locale}@${version}`

/** A template's parts where it has them, the built-in's where it has none. Throws a `TemplateFault`. */
export function parseOwn(own: Omit<StoredTemplate, 'createdAt' | 'author'>, kind: Kind): Letter {
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
    stamp: [own.subject, own.html, own.text].every((source) => source === null || isCacheable(source))
      ? nextStamp()
      : null,
  }
}

/** A store's own templates, ready to be used; the same object for every letter of a batch. */
export type StoreTemplates = {
  /** Null when the store has none; a fault when its own can't be read. */
  find(topic: string, medium: LetterMedium, locales: readonly string[], kind: Kind): Letter | TemplateFault | null
}

export const noTemplates: StoreTemplates = { find: () => null }

export function prepareTemplates(stored: readonly StoredTemplate[]): StoreTemplates {
  if (stored.length === 0) return noTemplates
  const byName = new Map(stored.map((one) => [`${one.topic}\n${one.medium}\n${one.locale.toLowerCase()}`, one]))
  const ready = new Map<StoredTemplate, Letter | TemplateFault>()
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

function parseOrFault(own: StoredTemplate, kind: Kind): Letter | TemplateFault {
  try {
    return parseOwn(own, kind)
  } catch (error) {
    if (error instanceof TemplateFault) return error
    throw error
  }
}
