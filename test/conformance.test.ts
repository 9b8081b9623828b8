/** Every statement about the interface is proven by a test, and docs/conformance.md lists which. */
import { expect, test } from 'vitest'
import { projectRoot, readText } from './codebase/sources.ts'
import { findProofs } from './conformance/find-proofs.ts'
import { readTests } from './conformance/read-tests.ts'
import { idsOf, sections } from './conformance/sections.ts'
import { writeTable } from './conformance/table.ts'

const ids = idsOf(sections)
const { proofs, mistakes } = findProofs(readTests(projectRoot), new Set(ids))

test('the id of a statement is unique', () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.length).toBeGreaterThan(400)
})

test('a comment `// proves ID` stands above a test and names existing statements', () => {
  expect(mistakes).toEqual([])
})

test('every statement has a test', () => {
  const proven = new Set(proofs.map(({ id }) => id))
  expect(ids.filter((id) => !proven.has(id))).toEqual([])
})

test('docs/conformance.md is up to date (else: npm run conformance)', () => {
  expect(readText('docs/conformance.md')).toBe(writeTable(sections, proofs))
})
