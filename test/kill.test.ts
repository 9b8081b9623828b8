/** The short form of the fault run (`npm run faults`): writes, and kills without warning, of the built server. */
import { expect, test } from 'vitest'
import { killWhileWriting } from '../bench/faults/rows/acknowledged-writes.ts'

const seed = 20_261

test('after kills of server and PostgreSQL while shoppers add items, every acknowledged item exists once', async () => {
  const writes = 400
  const report = await killWhileWriting({ writes, kills: 3, clients: 16, seed })
  expect(report.plan.map(({ victim }) => victim)).toEqual(['server', 'postgres', 'both'])
  expect(report).toMatchObject({ ok: report.acknowledged, lost: 0, doubled: 0, wrongCounts: 0 })
  expect(report.acknowledged + report.unknown).toBe(writes)
  // A kill costs the calls in flight and little more.
  expect(report.acknowledged).toBeGreaterThan(writes / 2)
  // Every unanswered call ended with a closed connection or 503.
  expect(Object.keys(report.answers).filter((answer) => /^[45]/.test(answer) && answer !== '503')).toEqual([])
})
