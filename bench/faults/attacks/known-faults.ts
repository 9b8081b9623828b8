/** Faults known from other wishlist and alert products, tried against this server: none may be reproduced. */

import { type FaultRow, secondsSince } from '../row.ts'
import { alertFaults } from './known/alerts.ts'
import type { Attack } from './known/attack.ts'
import { injections } from './known/injections.ts'
import { takeovers } from './known/takeovers.ts'
import { openKnownWorld } from './known/world.ts'

export const attacks: Attack[] = [...injections, ...takeovers, ...alertFaults]

export const knownFaults: FaultRow = {
  name: 'known-faults',
  what: `${attacks.length} faults known from wishlist and alert plugins, played one after the other`,
  guards: { faulty: 'every judge receives what a server with the fault would have answered' },
  async run({ guard, quick }) {
    const since = Date.now()
    const found =
      guard === 'faulty' ? judgeFaulty() : await playAll(quick ? attacks.filter(({ isSlow }) => !isSlow) : attacks)
    for (const { name, shows } of found)
      console.log(`  ${shows === null ? 'not here  ' : 'REPRODUCED'}  ${name}${shows ? `: ${shows}` : ''}`)
    const reproduced = found.filter(({ shows }) => shows !== null)
    const detail = `${found.length} of ${attacks.length} covered, ${reproduced.length} reproduce; ${secondsSince(since)}`
    const holds = reproduced.length === 0 && found.length >= leastCovered
    return {
      name: 'known-faults',
      value: reproduced.length,
      unit: 'reproduce',
      bar: `0 of ${leastCovered} or more`,
      holds,
      detail,
    }
  },
}

const leastCovered = 22

export type Found = { name: string; shows: string | null }

/** The verdict of each judge on a server that has the fault. */
export const judgeFaulty = (): Found[] => attacks.map(({ name, judge, faulty }) => ({ name, shows: judge(faulty) }))

/** In sequence: some of them count all messages. */
export async function playAll(some: Attack[]): Promise<Found[]> {
  const world = await openKnownWorld()
  try {
    const found: Found[] = []
    for (const { name, play, judge } of some)
      found.push({ name, shows: await play(world).then(judge, (error) => `could not be played: ${error}`) })
    return found
  } finally {
    await world.close()
  }
}
