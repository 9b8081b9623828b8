/** “Firefox on Windows” from a user agent; null for an unknown one. */
import type { Translate } from './words/translate.ts'

const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/.*Safari\//],
]

const systems: [name: string, sign: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

const find = (table: [string, RegExp][], text: string) => table.find(([, sign]) => sign.test(text))?.[0]

export function describeBrowser(t: Translate, userAgent: string): string | null {
  const browser = find(browsers, userAgent)
  const system = find(systems, userAgent)
  return browser && system ? t('{browser} on {system}', { browser, system }) : null
}
