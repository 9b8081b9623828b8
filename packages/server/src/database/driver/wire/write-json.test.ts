/** What a JSON parameter may contain without PostgreSQL rejecting the statement. */
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/use-test-database.ts'
import { writeJson } from './write-json.ts'

const database = useTestDatabase()

const texts: [given: string, kept: string][] = [
  ['plain', 'plain'],
  ['tab\t, quote", back\\slash, line\n', 'tab\t, quote", back\\slash, line\n'],
  ['nul\0inside', 'nulinside'],
  ['half\ud83c', 'half�'],
  ['\udf81\ud83c turned round', '�� turned round'],
  ['whole 🎁', 'whole 🎁'],
  ['said \\ud83c and \\u0000 in letters', 'said \\ud83c and \\u0000 in letters'],
  ['control \u0001\u001f', 'control \u0001\u001f'],
  ['\\\0', '\\'],
]

test.each(texts)('%j is stored as %j, as a value and as a key', async (given, kept) => {
  const { sql } = database
  const [row] = await sql`select ${sql.json({ [given]: [given] })}::jsonb as value`
  expect(row).toEqual({ value: { [kept]: [kept] } })
})

test('other values are written as JSON.stringify writes them', () => {
  for (const value of [null, 1, 'a', [], { a: [{ b: '🎁' }] }, 'é\\', '\u0001'])
    expect(writeJson(value)).toBe(JSON.stringify(value))
})
