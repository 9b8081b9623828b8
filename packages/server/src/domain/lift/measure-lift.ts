/** What the message changes: purchases of those who were notified at once against those who were held out, with the 95 % interval. */
import { type Counted, newcombe } from './newcombe.ts'

/** People whose time is over, and how many of them bought within it. */
export type LiftGroups = { notified: Counted; held: Counted }

/**
 * `too-few`: no effect is given. `open`: the interval contains 0. `more`, `fewer`: notified people buy more or fewer than others.
 * `needed`: how many more held-out people it takes, to give an effect at all or to decide one of this size; null: none, or more
 * than anybody can wait for.
 */
export type MeasuredLift = {
  state: 'too-few' | 'open' | 'more' | 'fewer'
  effect: { difference: number; low: number; high: number } | null
  needed: number | null
}

/**
 * Of each group. With fewer, the interval is wider than any effect of a message (50 people of whom 10 % buy: ± 9 percentage
 * points), and a figure would look like a result.
 */
export const leastPeople = 50

/** More times the people of today: the answer is years away. */
const mostGrowth = 1000

export function measureLift({ notified, held }: LiftGroups): MeasuredLift {
  if (notified.people < leastPeople || held.people < leastPeople)
    return { state: 'too-few', effect: null, needed: neededAtLeast({ notified, held }) }
  const interval = newcombe(notified, held)
  const effect = { difference: notified.bought / notified.people - held.bought / held.people, ...interval }
  if (interval.low > 0) return { state: 'more', effect, needed: null }
  if (interval.high < 0) return { state: 'fewer', effect, needed: null }
  return { state: 'open', effect, needed: neededToDecide({ notified, held }) }
}

/** Both groups grow in proportion. */
function neededAtLeast({ notified, held }: LiftGroups): number {
  const missing = Math.max(0, leastPeople - held.people)
  const others = Math.max(0, leastPeople - notified.people)
  return others === 0 ? missing : Math.max(missing, Math.ceil((others * held.people) / Math.max(notified.people, 1)), 1)
}

/** If the shares stay as they are. */
function neededToDecide(groups: LiftGroups): number | null {
  const isDecided = (times: number) => {
    const { low, high } = newcombe(scaled(groups.notified, times), scaled(groups.held, times))
    return low > 0 || high < 0
  }
  if (!isDecided(mostGrowth)) return null
  let [from, to] = [1, mostGrowth]
  while (to - from > 1e-3) {
    const middle = (from + to) / 2
    if (isDecided(middle)) to = middle
    else from = middle
  }
  return Math.ceil((to - 1) * groups.held.people)
}

const scaled = ({ people, bought }: Counted, times: number): Counted => ({
  people: people * times,
  bought: bought * times,
})
