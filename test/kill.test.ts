/** The short form of the fault run (`npm run faults`): writes, and kills without warning, of the built server. */
import { expect, test } from 'vitest'
import { killWhileWriting } from '../bench/faults/rows/acknowledged-writes.ts'

const seed = 20_261

test('server and PostgreSQL killed while shoppers add items: every acknowledged item is there once', async () => {
  const writes = 400
  const report = await killWhileWriting({ writes, kills: 3, clients: 16, seed })
  expect(report.plan.map(({ victim }) => victim)).toEqual(['server', 'postgres', 'both'])
  expect(report).toMatchObject({ ok: report.acknowledged, lost: 0, doubled: 0, wrongCounts: 0 })
  expect(report.acknowledged + report.unknown).toBe(writes)
  // A kill takes what is in flight with it and little more.
  expect(report.acknowledged).toBeGreaterThan(writes / 2)
  // Who was not answered was told so, by a closed connection or as the service being away.
  expect(Object.keys(report.answers).filter((answer) => /^[45]/.test(answer) && answer !== '503')).toEqual([])
}, 120_000)
