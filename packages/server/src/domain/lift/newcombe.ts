/** The 95 % interval of a difference of two proportions: Newcombe's hybrid score interval (method 10 of his comparison of 1998). */

export type Counted = { people: number; bought: number }
export type Interval = { low: number; high: number }

/** The 97.5 % quantile of the normal distribution. */
const z = 1.959963984540054

/** Wilson's score interval of one proportion. Valid for few people and for none or all who bought. */
export function wilson({ people, bought }: Counted): Interval {
  const middle = bought + (z * z) / 2
  const half = z * Math.sqrt((bought * (people - bought)) / people + (z * z) / 4)
  return {
    low: bought === 0 ? 0 : (middle - half) / (people + z * z),
    high: bought === people ? 1 : (middle + half) / (people + z * z),
  }
}

/** Of `one` minus `other`. Both have people. */
export function newcombe(one: Counted, other: Counted): Interval {
  const [p, q] = [one.bought / one.people, other.bought / other.people]
  const [ofOne, ofOther] = [wilson(one), wilson(other)]
  return {
    low: p - q - Math.hypot(p - ofOne.low, ofOther.high - q),
    high: p - q + Math.hypot(ofOne.high - p, q - ofOther.low),
  }
}
