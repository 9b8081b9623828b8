/** What a store may set, the dashboard lets a person set. */
import { expect, test } from 'vitest'
import { generalSections, listSections } from '../packages/dashboard/src/screens/settings/fields.ts'
import { parseSettings, printSettings } from '../packages/server/src/domain/settings/settings.ts'

const fields = [...generalSections, ...listSections].flatMap((section) => section.fields)

test('every setting has its field, and every field its setting', () => {
  expect(fields.map(({ word }) => word).sort()).toEqual(Object.keys(printSettings({})).sort())
})

test('every choice of a field is one the service takes', () => {
  for (const { word, choices = [] } of fields)
    for (const [value] of choices) expect(parseSettings([`${word}=${value}`])).toEqual({ [word]: value })
})

test('every example is one the service takes', () => {
  for (const { word, example } of fields)
    if (example) expect(parseSettings([`${word}=${example}`])).toEqual({ [word]: example })
})
