/** Shops with a known effect of messages, simulated person by person, and measured by the function that the report uses. */
import { seededRandom } from '../../../database/testing/test-database.ts'
import { type LiftGroups, measureLift } from '../measure-lift.ts'

/** `people`: whose turn came. `base`: the share that buys without a message; `effect`: what the message adds. */
export type SimulatedShop = { people: number; share: number; base: number; effect: number }

export function simulateShop({ people, share, base, effect }: SimulatedShop, random: () => number): LiftGroups {
  const groups = { notified: { people: 0, bought: 0 }, held: { people: 0, bought: 0 } }
  for (let person = 0; person < people; person++) {
    const isHeld = random() < share
    const group = isHeld ? groups.held : groups.notified
    group.people++
    if (random() < (isHeld ? base : base + effect)) group.bought++
  }
  return groups
}

/** Shares of the measured shops: whose interval contains the true effect, and whose interval leaves out 0. */
export type Coverage = SimulatedShop & { measured: number; covered: number; decided: number }

/** `fault`: what held-out people buy more than the shop says, to see that the check notices. */
export function simulateCoverage(shop: SimulatedShop, shops: number, seed: number, fault = 0): Coverage {
  const simulated = { ...shop, base: shop.base + fault, effect: shop.effect - fault }
  const random = seededRandom(seed)
  let [measured, covered, decided] = [0, 0, 0]
  for (let i = 0; i < shops; i++) {
    const { effect, state } = measureLift(simulateShop(simulated, random))
    if (!effect) continue
    measured++
    if (effect.low <= shop.effect && shop.effect <= effect.high) covered++
    if (state !== 'open') decided++
  }
  return { ...shop, measured, covered: covered / measured, decided: decided / measured }
}

/** The shops of the full run: shares of buyers and effects as shops have them, few and many held-out people. */
export const simulatedShops: readonly SimulatedShop[] = [0.05, 0.1, 0.2].flatMap((base) =>
  [0, 0.03, 0.1].flatMap((effect) =>
    [100, 250, 1000].map((held) => ({ people: held / 0.05, share: 0.05, base, effect })),
  ),
)
