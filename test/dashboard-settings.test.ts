/** The dashboard offers every setting of a store, and every integration. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generalSections, listSections } from '../packages/dashboard/src/screens/settings/general/setting-fields.ts'
import { german } from '../packages/dashboard/src/words/de.ts'
import { integrationTypes } from '../packages/server/src/domain/integrations/integration-types/all-types.ts'
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

test('every integration has a place on its page and is described in German', () => {
  const texts = [...integrationTypes.values()].flatMap(({ what, fields }) => [
    what,
    ...Object.values(fields).map((field) => field.what),
  ])
  expect(texts.filter((text) => german[text] === undefined)).toEqual([])
  const page = readFileSync('packages/dashboard/src/screens/integrations/integrations.tsx', 'utf8')
  const unplaced = [...integrationTypes.keys()].filter(
    (kind) => !kind.endsWith('-events') && !page.includes(`'${kind}'`),
  )
  expect(unplaced).toEqual([])
})
