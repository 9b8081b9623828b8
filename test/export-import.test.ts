/** The short form of the fault run (`npm run faults -- --only leaving`): a store is exported, imported with kills, and a person is erased. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLeavingWorld } from '../bench/faults/parts/export-world.ts'
import { findStoreTables } from '../bench/faults/parts/same-store.ts'
import { arriveInPieces, leave } from '../bench/faults/rows/leaving.ts'
import { openTestDatabase, type TestDatabase } from '../packages/server/src/database/testing/test-database.ts'
import { readColumns } from '../packages/server/src/domain/portability/store-rows.ts'
import { excludedTables, storeTables } from '../packages/server/src/domain/portability/store-tables.ts'
import { makeVault } from '../packages/server/src/domain/secrets/vault.ts'
import { readText } from './codebase/sources.ts'

const seed = 20_263
const vaults = ['the secret of one place', 'the secret of another'].map((secret) => makeVault(secret))
let [here, there]: TestDatabase[] = []
beforeAll(async () => {
  ;[here, there] = [await openTestDatabase(), await openTestDatabase()]
})
afterAll(() => Promise.all([here!.close(), there!.close()]))

test('an imported store equals the exported one after any number of kills, and an erased person leaves no trace', async () => {
  const [from, to] = [here!, there!].map(({ sql }, place) => ({ sql, vault: vaults[place]! }))
  const world = await openLeavingWorld(from!.sql, from!.vault)
  const report = await leave(world, from!, to!, { arrive: arriveInPieces(to!, 2, seed) })
  expect(report).toMatchObject({ different: [], woken: 0, keepsRegid: true, traces: [], breaks: 2 })
  expect(report.tracesBefore).toBeGreaterThan(20)
})

test('every exported column is documented under its table', async () => {
  const document = readText('docs/export-format.md')
  for (const table of storeTables) {
    const { names } = await readColumns(here!.sql, table)
    const [, told = ''] = document.split(`**${table.name}**`)
    const [, columns = ''] = told.split('\n')
    expect([table.name, names.filter((name) => !columns.includes(`\`${name}\``))]).toEqual([table.name, []])
  }
})

test('every table of a store is exported, or listed as not exported with a reason', async () => {
  const known = [...storeTables.map(({ name }) => name), ...Object.keys(excludedTables)]
  expect((await findStoreTables(here!.sql)).filter((table) => !known.includes(table))).toEqual([])
})
