import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
// @ts-expect-error: a script of the build, without types
import { entries } from '../scripts/entries.js'
import { modules } from './modules.ts'

const words = new URL('./widgets/words/', import.meta.url)

test('what a page loads on demand can be loaded in a bundle, by the same name', () => {
  const named = Object.keys(modules).filter((name) => !name.startsWith('words/'))
  const files = Object.values(entries as Record<string, Record<string, string>>)
    .flatMap((group) => Object.entries(group))
    .filter(([, code]) => existsSync(new URL(/'(\.\/.*?\.ts)'/.exec(code)![1]!, import.meta.url)))
    .map(([name]) => name)
  expect(named.toSorted()).toEqual([...files, 'parts'].toSorted())
})

test('every language of every group can be loaded in a bundle', () => {
  const files = readdirSync(words).flatMap((group) =>
    readdirSync(new URL(`${group}/`, words)).map((file) => `words/${group}/${file.replace('.ts', '')}`),
  )
  expect(
    Object.keys(modules)
      .filter((name) => name.startsWith('words/'))
      .toSorted(),
  ).toEqual(files.toSorted())
})

test.each(Object.keys(modules))('%s has something to install, and can be imported without a page', async (name) => {
  const loaded = await modules[name]!()
  expect(typeof (loaded.words ?? loaded.install)).toMatch(/object|function/)
})
