/**
 * Liquid templates: own properties only, no files, limited size and memory. One engine renders HTML and escapes every value; the
 * other renders plain text.
 */
import { createRequire } from 'node:module'
import type { Liquid, LiquidError, Template } from 'liquidjs'
import { directionOf } from '../../domain/settings/languages.ts'
import { isDateStyle, writeDate, writeMoney } from './formats.ts'
import { type PhraseValues, readPhraseKey, say, type Wording } from './phrases.ts'
import { templateMillis, withinBudget } from './time-budget.ts'
import { widenPicture } from './web-addresses.ts'

/** What the filters need about the shopper. Templates cannot read or change it. */
export type LocaleSetting = { wording: Wording; locale: string; timeZone: string; currency: string | null }

const limits = {
  /** Characters of source, and units of memory for one rendering. Time is limited in time-budget.ts. */
  parseLimit: 200_000,
  memoryLimit: 1_000_000,
}

/** These tags read files or other templates. */
const forbidden = ['include', 'render', 'layout', 'block']

type Filter = { context: { globals: object } }

const settingOf = (filter: unknown) =>
  (filter as Filter & { context: { globals: { setting: LocaleSetting } } }).context.globals.setting

type DateFilter = (this: unknown, value: unknown, format: unknown, zone: string) => unknown

/** Loaded with the first template: a process that writes no letters saves 5 MB. */
const loadLibrary = (): typeof import('liquidjs') => createRequire(import.meta.url)('liquidjs')

function makeEngine(escapes: boolean): Liquid {
  const { Liquid, filters: usual } = loadLibrary()
  /** Liquid's own filter, for formats such as `%d %B`. */
  const usualDate = usual.date as DateFilter
  const engine = new Liquid({
    ...limits,
    ...(escapes && { outputEscape: 'escape' as const }),
    ownPropertyOnly: true,
    strictFilters: true,
    templates: {},
    cache: false,
    jsTruthy: false,
  })
  for (const tag of forbidden) delete engine.tags[tag]
  engine.registerFilter('money', function (this: unknown, price) {
    const { currency, locale } = settingOf(this)
    return writeMoney(price, currency, locale)
  })
  engine.registerFilter('money_with_currency', function (this: unknown, price) {
    const { currency, locale } = settingOf(this)
    return writeMoney(price, currency, locale, 'code')
  })
  engine.registerFilter('image_url', (url, ...options) => widenPicture(url, readOption(options, 'width')))
  engine.registerFilter('t', function (this: unknown, key, ...options) {
    const phrase = typeof key === 'string' ? readPhraseKey(key) : null
    if (!phrase) throw new Error(`there is no phrase “${key}”`)
    const { wording } = settingOf(this)
    const isolates = escapes && directionOf(wording) === 'rtl'
    return say(
      wording,
      phrase,
      Object.fromEntries((options.filter(Array.isArray) as Pair[]).map(isolates ? isolate : asItIs)),
    )
  })
  engine.registerFilter('date', function (this: unknown, value, style: unknown = 'medium', zone?: string) {
    const { locale, timeZone } = settingOf(this)
    if (!isDateStyle(style)) return usualDate.call(this, value, style, zone ?? timeZone)
    const date = value === 'now' || value === 'today' ? new Date() : new Date(value)
    return Number.isNaN(date.getTime()) ? value : writeDate(date, style, locale, timeZone)
  })
  return engine
}

type Pair = [string, PhraseValues[string]]

const asItIs = ([name, value]: Pair): Pair => [name, value]

/** A Latin name inside Arabic text keeps its own direction. */
const isolate = ([name, value]: Pair): Pair => [name, `\u2068${value ?? ''}\u2069`]

/** Liquid passes named options as pairs. */
const readOption = (options: unknown[], name: string): unknown =>
  options.find((option): option is [string, unknown] => Array.isArray(option) && option[0] === name)?.[1]

let engines: Record<'html' | 'text', Liquid> | undefined

export type Part = 'subject' | 'html' | 'text'

export type Parsed = { part: Part; templates: Template[] }

function engineOf(part: Part): Liquid {
  engines ??= { html: makeEngine(true), text: makeEngine(false) }
  return engines[part === 'html' ? 'html' : 'text']
}

/** An error in a template; line and column count from 1. */
export class TemplateFault extends Error {
  readonly part: Part
  readonly line: number
  readonly column: number
  readonly says: string
  constructor(part: Part, line: number, column: number, says: string) {
    super(`${part}, line ${line}, column ${column}: ${says}`)
    this.part = part
    this.line = line
    this.column = column
    this.says = says
  }
}

export const slowSays = `it takes longer than ${templateMillis} ms: use fewer or shorter loops`

export const tooSlow = (part: Part) => new TemplateFault(part, 1, 1, slowSays)

/** A merchant's template, within the time budget. */
export function parseUntrusted(part: Part, source: string): Parsed {
  // Load the library outside of the budget: stopped half-way, it would stay half loaded.
  engineOf(part)
  const parsed = withinBudget(() => parseTemplate(part, source))
  if (!parsed) throw tooSlow(part)
  return parsed.done
}

export function parseTemplate(part: Part, source: string): Parsed {
  try {
    return { part, templates: engineOf(part).parse(source) }
  } catch (error) {
    throw asFault(part, error)
  }
}

export function renderTemplate({ part, templates }: Parsed, values: object, setting: LocaleSetting): string {
  try {
    return engineOf(part).renderSync(templates, values, { globals: { setting } })
  } catch (error) {
    throw asFault(part, error)
  }
}

function asFault(part: Part, error: unknown): TemplateFault {
  const { token, message, originalError } = error as Partial<LiquidError> & Error
  const [line, column] = (token as { getPosition?: () => [number, number] } | undefined)?.getPosition?.() ?? [1, 1]
  const says = (originalError?.message ?? message).replace(/, line:\d+, col:\d+$/, '').split('\n')[0]!
  return new TemplateFault(part, line, column, says.slice(0, 300))
}
