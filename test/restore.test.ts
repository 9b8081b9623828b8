/** The short form of the restore drill (`npm run faults -- --only restore`), with the settings that docs/operating.md shows. */
import { expect, test } from 'vitest'
import { drillRestore } from '../bench/faults/rows/restore.ts'

test('accidentally deleted lists are restored to the state right before, without later writes', async () => {
  const writes = 200
  const report = await drillRestore({ writes, seed: 20_261, hasTarget: true })
  expect(report.deleted).toBe(50)
  expect(report).toMatchObject({ acknowledged: writes, ok: writes, lost: 0, doubled: 0, wrongCounts: 0, later: 0 })
})
