/** The short form of the row `backup` (`npm run faults -- --only backup`): a backup under load, killed once, then completed, and restored. */
import { expect, test } from 'vitest'
import { backUpWhileWriting } from '../bench/faults/rows/backup.ts'

test('a killed backup leaves no file, and the next one contains every item acknowledged before its end', async () => {
  const report = await backUpWhileWriting({ writes: 600, seed: 20_261 })
  expect(report).toMatchObject({ lost: 0, named: false })
  expect(report.halfBytes).toBeGreaterThan(0)
  // A tenth was written before it began, and clients kept writing while it ran.
  expect(report.due).toBeGreaterThan(60)
})
