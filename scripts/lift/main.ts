/** `npm run lift -- FOLDER`: simulates shops with a known effect of messages, and draws how often the measured interval contains it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../../packages/server/src/database/testing/test-database.ts'
import { measureLift } from '../../packages/server/src/domain/lift/measure-lift.ts'
import {
  type Coverage,
  simulateCoverage,
  simulatedShops,
  simulateShop,
} from '../../packages/server/src/domain/lift/testing/simulate-lift.ts'
import { drawCoverage, drawIntervals } from './draw.ts'

const seed = 17

export async function main(_root: string, [folder, shops = '1000']: string[]): Promise<number> {
  if (!folder || !/^\d{2,6}$/.test(shops)) {
    console.error('Name a folder, and how many shops of each kind: npm run lift -- FOLDER 1000')
    return 2
  }
  mkdirSync(folder, { recursive: true })
  const found = simulatedShops.map((shop, place) => simulateCoverage(shop, Number(shops), seed + place))
  for (const one of found) console.log(lineOf(one))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    console.log(join(folder, name))
  }
  write('lift-coverage.svg', drawCoverage(found, Number(shops)))
  const shop = { people: 3000, share: 0.05, base: 0.1, effect: 0.08 }
  const random = seededRandom(seed)
  const intervals = Array.from({ length: 100 }, () => measureLift(simulateShop(shop, random)).effect!)
  write('lift-intervals.svg', drawIntervals(intervals, shop))
  return found.every(({ covered }) => covered >= 0.93 && covered <= 0.97) ? 0 : 1
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(7)

const lineOf = ({ people, share, base, effect, covered, decided }: Coverage) =>
  `${String(Math.round(people * share)).padStart(5)} held out, ${percent(base)} buy anyway, effect ${percent(effect)}: contained in ${percent(covered)}, decided in ${percent(decided)}`
