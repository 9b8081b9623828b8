/** Writing the table of statements and tests. */
import { expect, test } from 'vitest'
import { writeTable } from './table.ts'

test('each statement has a row with links to its tests', () => {
  const sections = [{ id: 'S1', title: 'Lists', statements: { one: 'Either a | <b>.', two: 'Nobody proves it.' } }]
  const proof = { id: 'S1.one', path: 'test/lists.test.ts', title: 'lists › a[0] of %s' }
  const text = writeTable(sections, [proof, { ...proof, title: 'again' }])
  expect(text).toContain('2 statements, 2 tests.')
  expect(text.slice(text.indexOf('## S1'))).toBe(`## S1 Lists

| id | statement | proven by |
|---|---|---|
| \`S1.one\` | Either a \\| \\<b\\>. | lists › a\\[0\\] of %s ([lists.test.ts](../test/lists.test.ts))<br>again ([lists.test.ts](../test/lists.test.ts)) |
| \`S1.two\` | Nobody proves it. |  |
`)
})
