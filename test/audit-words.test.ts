/** Every act of the service has a text on the dashboard's audit screen, in English and in German. */
import { expect, test } from 'vitest'
import { acts } from '../packages/contract/src/wire/acts.ts'
import { actGroups } from '../packages/dashboard/src/screens/settings/audit/act-groups.ts'
import { german } from '../packages/dashboard/src/words/de.ts'

/** Acts that are only in the log of the installation. */
const ofTheInstallation = ['store-deleted', 'maintenance-set', 'database-migrated', 'backup-taken', 'secret-rotation']

test('every act of a store can be chosen in the filter, under the service’s own sentence', () => {
  const offered = Object.fromEntries(actGroups.flatMap((group) => group.acts))
  const expected = Object.entries(acts).filter(([act]) => !ofTheInstallation.includes(act))
  expect(offered).toEqual(Object.fromEntries(expected))
})

test('every act has a German text with the same facts', () => {
  const factsIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
  expect(Object.values(acts).filter((sentence) => german[sentence] === undefined)).toEqual([])
  for (const sentence of Object.values(acts)) expect(factsIn(german[sentence]!)).toEqual(factsIn(sentence))
})
