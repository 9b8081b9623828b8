/** The dashboard offers every setting of a store. */
import { expect, test } from 'vitest'
import { generalSections, listSections } from '../packages/dashboard/src/screens/settings/general/setting-fields.ts'
import { parseSettings, printSettings } from '../packages/server/src/domain/settings/settings.ts'

const fields = [...generalSections, ...listSections].flatMap((section) => section.fields)

test('every setting has a field, and every field a setting', () => {
  expect(fields.map(({ word }) => word).sort()).toEqual(Object.keys(printSettings({})).sort())
})

test('the service accepts every choice of a field', () => {
  for (const { word, choices = [] } of fields)
    for (const [value] of choices) expect(parseSettings([`${word}=${value}`])).toEqual({ [word]: value })
})

test('the service accepts every example', () => {
  for (const { word, example } of fields)
    if (example) expect(parseSettings([`${word}=${example}`])).toEqual({ [word]: example })
})
