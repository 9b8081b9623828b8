/** Every act that the service knows is said in words on the dashboard's audit screen, in English and in German. */
import { expect, test } from 'vitest'
import { acts } from '../packages/contract/src/wire/acts.ts'
import { actGroups } from '../packages/dashboard/src/screens/settings/acts.ts'
import { german } from '../packages/dashboard/src/words/de.ts'

/** Acts that only the log of the installation holds. */
const ofTheInstallation = ['store-deleted', 'maintenance-set', 'database-migrated', 'backup-taken', 'secret-rotation']

test('every act of a store can be chosen, under the sentence that the service sends', () => {
  const offered = Object.fromEntries(actGroups.flatMap((group) => group.acts))
  const expected = Object.entries(acts).filter(([act]) => !ofTheInstallation.includes(act))
  expect(offered).toEqual(Object.fromEntries(expected))
})

test('every act has its German, with the same facts in it', () => {
  const factsIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
  expect(Object.values(acts).filter((sentence) => german[sentence] === undefined)).toEqual([])
  for (const sentence of Object.values(acts)) expect(factsIn(german[sentence]!)).toEqual(factsIn(sentence))
})
