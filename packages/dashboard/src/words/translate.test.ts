/** Every text of the dashboard has a German translation. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { german } from './de.ts'
import { account } from './de-account.ts'
import { acts } from './de-acts.ts'
import { alerts } from './de-alerts.ts'
import { frame } from './de-frame.ts'
import { integrations } from './de-integrations.ts'
import { lists } from './de-lists.ts'
import { messages } from './de-messages.ts'
import { people } from './de-people.ts'
import { settings } from './de-settings.ts'
import { signIn } from './de-sign-in.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Direct calls of `t`, and tables of labels that are translated later. */
const texts = [
  /\bt\(\s*'((?:[^'\\]|\\.)*)'/g,
  /\bt\([^()']*(?:\([^()]*\)[^()']*)* \?\s*'((?:[^'\\]|\\.)*)'/g,
  /\bt\([^()']*(?:\([^()]*\)[^()']*)* \?\s*'(?:[^'\\]|\\.)*'\s*:\s*'((?:[^'\\]|\\.)*)'/g,
  /\bt\.plural\(\s*[^,]+,\s*'((?:[^'\\]|\\.)*)'/g,
  /\bt\.plural\(\s*[^,]+,\s*'(?:[^'\\]|\\.)*',\s*'((?:[^'\\]|\\.)*)'/g,
  /\b(?:name|label|about|title|heading|hint):\s*'((?:[^'\\]|\\.)*)'/g,
]

function findTexts(): Map<string, string> {
  const found = new Map<string, string>()
  for (const path of readdirSync(root, { recursive: true }) as string[]) {
    if (!/\.tsx?$/.test(path) || /\.test\.|^words/.test(path)) continue
    const text = readFileSync(join(root, path), 'utf8')
    for (const pattern of texts) for (const [, english] of text.matchAll(pattern)) found.set(english!, path)
  }
  return found
}

test('every text has its German', () => {
  const missing = [...findTexts()].filter(([english]) => german[english] === undefined)
  expect(missing.map(([english, path]) => `${path}: ${english}`)).toEqual([])
})

test('what is put into a text is put into its German too', () => {
  const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
  const wrong = Object.entries(german).filter(([english, text]) => `${places(english)}` !== `${places(text)}`)
  expect(wrong).toEqual([])
})

test('no text is translated twice, so that no translation hides another', () => {
  const keys = [account, acts, alerts, frame, integrations, lists, messages, people, settings, signIn].flatMap(
    Object.keys,
  )
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([])
})
