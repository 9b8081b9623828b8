/** Measures two sides in turns: a shared machine drifts, and adjacent measurements drift alike. */
import type { Figures } from '../setup/report.ts'

export type Side<Figure> = () => Promise<Figure>
export type Ratio = {
  ratio: number
  ours: number
  limit: number
  ratios: number[]
  rounds: { ours: number; limit: number }[]
}

/** The median over all rounds of ours / limit; each round measures both. A warm-up round is discarded. */
export async function compare(rounds: number, ours: Side<number>, limit: Side<number>): Promise<Ratio> {
  await ours()
  const pairs: { ours: number; limit: number }[] = []
  for (let round = 0; round < rounds; round++) {
    // The order alternates, so that neither side always runs after the other.
    const early = round % 2 === 1 ? await limit() : null
    const own = await ours()
    pairs.push({ ours: own, limit: early ?? (await limit()) })
  }
  const ratios = pairs.map((pair) => pair.ours / pair.limit)
  return {
    ratio: median(ratios),
    ours: median(pairs.map((pair) => pair.ours)),
    limit: median(pairs.map((pair) => pair.limit)),
    ratios,
    rounds: pairs,
  }
}

/** Both sides next to each other, with the value of each round. */
export const sidesOf = ({ ours, limit, rounds }: Ratio, limitName: string, unit: string): Figures => ({
  unit,
  amounts: [
    { name: 'Heartbell', amount: ours, rounds: rounds.map((round) => round.ours) },
    { name: limitName, amount: limit, rounds: rounds.map((round) => round.limit) },
  ],
})

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
