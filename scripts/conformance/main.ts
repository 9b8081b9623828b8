/** `npm run conformance`: writes docs/conformance.md again, and lists the statements that no test proves. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProofs } from '../../test/conformance/find-proofs.ts'
import { readTests } from '../../test/conformance/read-tests.ts'
import { idsOf, sections } from '../../test/conformance/sections.ts'
import { writeTable } from '../../test/conformance/table.ts'

export async function main(root: string): Promise<number> {
  const ids = idsOf(sections)
  const { proofs, mistakes } = findProofs(readTests(root), new Set(ids))
  writeFileSync(join(root, 'docs/conformance.md'), writeTable(sections, proofs))
  const proven = new Set(proofs.map(({ id }) => id))
  const unproven = ids.filter((id) => !proven.has(id)).map((id) => `no test proves ${id}`)
  for (const line of [...mistakes, ...unproven]) console.log(line)
  console.log(`docs/conformance.md: ${ids.length} statements, ${ids.length - unproven.length} proven.`)
  return mistakes.length + unproven.length === 0 ? 0 : 1
}
