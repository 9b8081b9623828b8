import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('widgets/words/', import.meta.url)
const languages = readdirSync(folder)

/** The English texts of the widgets, by name. */
const english = new Map<string, string>()
for (const sources of ['widgets/', 'widgets/shared/', 'compat/', 'compat/buttons/'].map(
  (path) => new URL(path, import.meta.url),
))
  for (const name of readdirSync(sources).filter((one) => one.endsWith('.ts'))) {
    const text = readFileSync(new URL(name, sources), 'utf8')
    for (const [, key, sentence] of text.matchAll(/\bt\(\s*'(\w+)',\s*'([^']+)'/g)) english.set(key!, sentence!)
  }

test('there are eleven languages with English', () => {
  expect(languages.map((name) => name.slice(0, 2))).toEqual([
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

test.each(languages)('%s has every text, and no unused one', async (name) => {
  const { words } = (await import(new URL(name, folder).href)) as { words: Record<string, string> }
  expect(Object.keys(words).sort()).toEqual([...english.keys()].sort())
  for (const [key, text] of Object.entries(words)) {
    const places = (sentence: string) => (sentence.match(/\{\d\}/g) ?? []).sort()
    expect(places(text), key).toEqual(places(english.get(key)!))
  }
})

test.each(languages)('the built file of %s has the same texts', async (name) => {
  const load = async (url: URL) => ((await import(url.href)) as { words: object }).words
  const built = new URL(`../dist/script/words-${name.replace('.ts', '.js')}`, import.meta.url)
  expect(await load(built)).toEqual(await load(new URL(name, folder)))
})
