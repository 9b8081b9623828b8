import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('widgets/', import.meta.url)
const names = readdirSync(folder)

/** What the widgets say, by name, with its English. */
const said = new Map<string, string>()
for (const name of names.filter((one) => !one.startsWith('words-'))) {
  const text = readFileSync(new URL(name, folder), 'utf8')
  for (const [, key, english] of text.matchAll(/say\(\s*'(\w+)',\s*'([^']+)'/g)) said.set(key!, english!)
}

const languages = names.filter((name) => /^words-..\.ts$/.test(name))

test('there are eleven languages with English', () => {
  expect(languages.map((name) => name.slice(6, 8))).toEqual([
    'ar',
    'de',
    'es',
    'fr',
    'hi',
    'it',
    'ja',
    'nl',
    'pt',
    'sv',
  ])
})

test.each(languages)('%s says everything, and nothing that nobody asks for', async (name) => {
  const { words } = (await import(new URL(name, folder).href)) as { words: Record<string, string> }
  expect(Object.keys(words).sort()).toEqual([...said.keys()].sort())
  for (const [key, text] of Object.entries(words)) {
    const places = (sentence: string) => (sentence.match(/\{\d\}/g) ?? []).sort()
    expect(places(text), key).toEqual(places(said.get(key)!))
  }
})

test.each(languages)('a page gets the same %s', async (name) => {
  const load = async (url: URL) => ((await import(url.href)) as { words: object }).words
  const built = new URL(`../dist/script/${name.replace('.ts', '.js')}`, import.meta.url)
  expect(await load(built)).toEqual(await load(new URL(name, folder)))
})
