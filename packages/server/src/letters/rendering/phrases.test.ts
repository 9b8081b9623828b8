/** Phrases: every language has every value of the English one; German says Sie everywhere, or du everywhere. */
import { languages } from '@heartbell/contract/dashboard/messages'
import { expect, test } from 'vitest'
import { readSettings } from '../../domain/settings/settings.ts'
import { de } from '../languages/de.ts'
import { deDu } from '../languages/de-du.ts'
import { en, type PhraseKey } from '../languages/en.ts'
import { say, type Wording, wordingOf } from './phrases.ts'

const keys = Object.keys(en) as PhraseKey[]
const wordings: Wording[] = [...languages, 'de-du']
const names = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
/** The phrase with its values still in it. */
const raw = (wording: Wording, key: PhraseKey) =>
  say(wording, key, Object.fromEntries(names(en[key]).map((name) => [name.slice(1, -1), name])))

test.each(wordings)('in %s every phrase inserts what the English one inserts', (wording) => {
  for (const key of keys) {
    expect(raw(wording, key).trim(), key).not.toBe('')
    expect(names(raw(wording, key)), key).toEqual(names(en[key]))
  }
})

test.each(languages.filter((language) => language !== 'en'))('in %s no phrase is left in English', (language) => {
  const same = keys.filter((key) => raw(language, key) === en[key])
  // the same word in both languages
  const allowed: PhraseKey[] = ['wanted', 'pageOf', 'kindReminder', 'kindGeneric', 'stopSms', 'unsubscribe']
  expect(same.filter((key) => !allowed.includes(key))).toEqual([])
})

const polite = /\b(Sie|Ihnen|Ihre?[nmrs]?)\b/
const familiar = /\b(du|dich|dir|dein(e[nmrs]?)?)\b/i

test('German with Sie never says du', () => {
  for (const key of keys) expect(de[key], key).not.toMatch(familiar)
})

test('German with du never says Sie, and differs only where it must', () => {
  for (const key of keys) expect(raw('de-du', key), key).not.toMatch(polite)
  for (const key of Object.keys(deDu) as PhraseKey[]) expect(de[key], key).toMatch(/Sie|Ihr|Ihnen/)
})

test('the setting german-address chooses, and changes no other language', () => {
  const du = readSettings({ 'german-address': 'du' })
  expect(wordingOf(du, 'de')).toBe('de-du')
  expect(wordingOf(readSettings({}), 'de')).toBe('de')
  expect(wordingOf(du, 'sv')).toBe('sv')
})
