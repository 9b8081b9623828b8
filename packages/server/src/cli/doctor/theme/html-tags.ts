/** Reads the tags of a page in one pass, as forgiving as a browser: enough to find scripts, buttons and rules, without a tree. */
import { lineFinder } from './lines.ts'

export type HtmlTag = {
  name: string
  /** By lower-case name; of a repeated attribute the first counts. */
  attributes: Readonly<Record<string, string>>
  line: number
  /** The text inside `script` and `style`, and the line on which it starts. */
  text: string
  textLine: number
}

/** Their content is text until their own end tag. */
const rawElements = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes'])

export function readTags(html: string): HtmlTag[] {
  const tags: HtmlTag[] = []
  const lineOf = lineFinder(html)
  let at = html.indexOf('<')
  while (at >= 0 && at < html.length) {
    if (html.startsWith('<!--', at)) at = endOf(html, '-->', at + 4)
    else if (/[a-z]/i.test(html[at + 1] ?? '')) {
      const { name, attributes, end } = readTag(html, at + 1)
      const stop = rawElements.has(name) ? findEndTag(html, name, end) : end
      tags.push({ name, attributes, line: lineOf(at), text: html.slice(end, stop), textLine: lineOf(end) })
      at = stop
    } else if (/[!/?]/.test(html[at + 1] ?? '')) at = endOf(html, '>', at + 1)
    else at++
    at = html.indexOf('<', at)
  }
  return tags
}

/** The position after the text, or the end. */
function endOf(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from)
  return found < 0 ? html.length : found + text.length
}

function findEndTag(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

function readTag(html: string, from: number): { name: string; attributes: Record<string, string>; end: number } {
  const name = match(/[^\s/>]*/y, html, from)
  const attributes: Record<string, string> = Object.create(null)
  let at = from + name.length
  while (at < html.length) {
    at += match(/[\s/]*/y, html, at).length
    if (html[at] === '>') return { name: name.toLowerCase(), attributes, end: at + 1 }
    // theme files have commands inside tags, which may contain a >
    const command = match(/\{[{%][^{]{0,500}?[}%]\}/y, html, at)
    if (command) at += command.length
    else if (at < html.length) {
      const word = match(/=?(?:(?!\{[{%])[^\s/>=])*/y, html, at) || html.charAt(at)
      at += word.length
      const value = readValue(html, at)
      at = value.end
      attributes[word.toLowerCase()] ??= decodeEntities(value.text)
    }
  }
  return { name: name.toLowerCase(), attributes, end: html.length }
}

function readValue(html: string, from: number): { text: string; end: number } {
  const sign = match(/\s*=\s*/y, html, from)
  if (!sign) return { text: '', end: from }
  const at = from + sign.length
  const quote = html[at]
  if (quote !== '"' && quote !== "'") {
    const text = match(/(?:\{[{%][^>{]{0,500}?[}%]\}|[^\s>])*/y, html, at)
    return { text, end: at + text.length }
  }
  const close = html.indexOf(quote, at + 1)
  const end = close < 0 ? html.length : close
  return { text: html.slice(at + 1, end), end: Math.min(end + 1, html.length) }
}

function match(pattern: RegExp, text: string, from: number): string {
  pattern.lastIndex = from
  return pattern.exec(text)?.[0] ?? ''
}

const named: Record<string, string> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
  equals: '=',
  plus: '+',
  sol: '/',
}

/** The entities that addresses and ids contain. */
const decodeEntities = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, word) => {
    if (word) return named[String(word).toLowerCase()] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
