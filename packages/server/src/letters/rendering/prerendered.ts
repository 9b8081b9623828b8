/**
 * Thousands of letters about one restock differ in nothing but who gets them: the letter is written once, cut where its reader's own
 * values stand, and stamped for each. Writing one by Liquid takes about half a millisecond, stamping one a few microseconds.
 */

/** What is somebody's own: all else is the same for everybody in a batch. */
export const ownNames = ['address', 'unsubscribe_url', 'alerts_url', 'product_url'] as const

export type Own = Readonly<Record<(typeof ownNames)[number], string>>

/** Texts, and between them the number of an own value. */
export type Stamp = { texts: string[]; names: number[] }

/** Cuts at the values the letter was first written with; they must be found nowhere else in it. */
export function prerender(text: string, marks: readonly string[]): Stamp {
  const stamp: Stamp = { texts: [], names: [] }
  let from = 0
  for (;;) {
    let [next, name] = [-1, -1]
    for (const [number, mark] of marks.entries()) {
      const place = text.indexOf(mark, from)
      if (place >= 0 && (next < 0 || place < next)) [next, name] = [place, number]
    }
    if (next < 0) break
    stamp.texts.push(text.slice(from, next))
    stamp.names.push(name)
    from = next + marks[name]!.length
  }
  stamp.texts.push(text.slice(from))
  return stamp
}

export function fillPrerendered({ texts, names }: Stamp, values: readonly string[]): string {
  let written = texts[0]!
  for (let place = 0; place < names.length; place++) written += values[names[place]!]! + texts[place + 1]!
  return written
}

const outputs = /\{\{-?([\s\S]*?)-?\}\}/g
const plainOutput = /^\s*(address|unsubscribe_url|alerts_url|product\.url)\s*$/
const phrase = /^\s*(["'])\w+\1\s*\|\s*t\b[^|]*$/
const ownWords = /\b(address|unsubscribe_url|alerts_url|capture)\b|\bproduct\b(?!\s*\.\s*(?!url\b)\w)/

/** True where own values are only put in as they are: nothing is decided by them or made of them. */
export function isCacheable(source: string): boolean {
  const rest = source.replace(outputs, (output, inside: string) =>
    plainOutput.test(inside) || phrase.test(inside) ? '' : output,
  )
  const tags = rest.match(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g) ?? []
  return !tags.some((tag) => ownWords.test(tag))
}

const mostKept = 200
const kept = new Map<string, unknown>()

/** What was made for this name before, or now. */
export function cachePrerendered<T>(name: string, make: () => T): T {
  const held = kept.get(name)
  if (held !== undefined) return held as T
  if (kept.size >= mostKept) kept.clear()
  const made = make()
  kept.set(name, made)
  return made
}
