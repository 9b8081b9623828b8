/** The measured effect of messages: in shops with a known effect, its 95 % interval contains it 93 to 97 times in a hundred. */
import { simulateCoverage, simulatedShops } from '../../../packages/server/src/domain/lift/testing/simulate-lift.ts'
import { type FaultRow, secondsSince } from '../row.ts'

const guards = { 'wrong-effect': 'held-out people buy more often than the shop says' } as const

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

export const lift: FaultRow = {
  name: 'lift',
  what: 'shops with a known effect of messages, and without one, measured by the function of the report',
  guards,
  async run({ seed, guard, size, quick }) {
    const since = Date.now()
    const shops = size('shops', 4000, 600)
    const tolerated = quick ? 0.03 : 0.02
    const found = simulatedShops.map((shop, place) => simulateCoverage(shop, shops, seed + place, guard ? 0.05 : 0))
    const wrong = found.filter(({ covered }) => Math.abs(covered - 0.95) > tolerated)
    const shares = found.map(({ covered }) => covered)
    const none = found.filter(({ effect }) => effect === 0).map(({ decided }) => decided)
    const detail = [
      `${found.length} kinds of shops, ${shops} of each`,
      `the interval contains the effect in ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}`,
      `without an effect it leaves out 0 in ${percent(Math.min(...none))} to ${percent(Math.max(...none))}`,
      ...wrong.slice(0, 1).map((one) => JSON.stringify(one)),
      secondsSince(since),
    ].join('; ')
    return { name: 'lift', value: wrong.length, unit: 'kinds outside', bar: '0', holds: wrong.length === 0, detail }
  },
}
