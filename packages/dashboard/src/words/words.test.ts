/** Every text of the dashboard has its German. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { german } from './de.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What is said as it stands, and what tables of labels hold to be said later. */
const said = [/\bsay\(\s*'((?:[^'\\]|\\.)*)'/g, /\b(?:name|label|about|title|starts|hint):\s*'((?:[^'\\]|\\.)*)'/g]

function findTexts(): Map<string, string> {
  const found = new Map<string, string>()
  for (const path of readdirSync(root, { recursive: true }) as string[]) {
    if (!/\.tsx?$/.test(path) || /\.test\.|^words/.test(path)) continue
    const text = readFileSync(join(root, path), 'utf8')
    for (const pattern of said) for (const [, english] of text.matchAll(pattern)) found.set(english!, path)
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
