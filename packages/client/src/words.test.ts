import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('widgets/words/', import.meta.url)
const languages = ['ar', 'de', 'es', 'fr', 'hi', 'it', 'ja', 'nl', 'pt', 'sv']

/** The folders whose texts have files of their own; all other texts are in the group `core`. */
const groups: Record<string, string[]> = {
  core: ['widgets/', 'widgets/shared/', 'compat/', 'compat/buttons/'],
  list: ['widgets/list/', 'widgets/list/rows/', 'widgets/list/frame/'],
  edit: ['widgets/list/edit/', 'widgets/list/tools/', 'widgets/list/bag/'],
  share: ['widgets/lists/', 'widgets/share/'],
  notify: ['widgets/notify/', 'widgets/notify/notes/'],
  form: ['widgets/notify/form/'],
}

/** The English texts in the sources of a group, by name. */
const english = new Map<string, string>()
function usedBy(group: string): Set<string> {
  const used = new Set<string>()
  const folders = groups[group]!.map((path) => new URL(path, import.meta.url)).filter((url) => existsSync(url))
  for (const url of folders)
    for (const name of readdirSync(url).filter((one) => one.endsWith('.ts')))
      for (const [, key, sentence] of readFileSync(new URL(name, url), 'utf8').matchAll(
        /\bt\(\s*'(\w+)',\s*'([^']+)'/g,
      )) {
        expect(english.get(key!) ?? sentence, `${key} has one meaning`).toBe(sentence)
        english.set(key!, sentence!)
        used.add(key!)
      }
  return used
}
const used = Object.fromEntries(Object.keys(groups).map((group) => [group, usedBy(group)]))

const wordsOf = async (url: URL) => ((await import(url.href)) as { words: Record<string, string> }).words
const cases = Object.keys(groups).flatMap((group) =>
  existsSync(new URL(group, folder)) ? languages.map((language) => [group, language] as const) : [],
)

test('every group with texts has a folder', () => {
  for (const [group, names] of Object.entries(used))
    expect(existsSync(new URL(group, folder)), group).toBe(names.size > 0)
  expect(readdirSync(folder).sort()).toEqual([...new Set(cases.map(([group]) => group))].sort())
})

test.each(cases)('%s has every text in %s, and no unused one', async (group, language) => {
  const words = await wordsOf(new URL(`${group}/${language}.ts`, folder))
  const core = await wordsOf(new URL(`core/${language}.ts`, folder))
  // a text that several groups use may be in core, too
  const shared = Object.keys(core).filter((name) => Object.values(used).filter((names) => names.has(name)).length > 1)
  const expected = group === 'core' ? [...used.core!, ...shared] : [...used[group]!].filter((name) => !(name in core))
  expect(Object.keys(words).sort()).toEqual([...new Set(expected)].sort())
  for (const [key, text] of Object.entries(words)) {
    const places = (sentence: string) => (sentence.match(/\{\d\}/g) ?? []).sort()
    expect(places(text), key).toEqual(places(english.get(key)!))
  }
})

test.each(cases)('the built file of %s in %s has the same texts', async (group, language) => {
  const file = group === 'core' ? `words-${language}.js` : `words-${group}-${language}.js`
  const built = await wordsOf(new URL(`../dist/script/${file}`, import.meta.url))
  expect(built).toEqual(await wordsOf(new URL(`${group}/${language}.ts`, folder)))
})
