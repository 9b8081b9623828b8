/** An attack runs against the running server; its judge must be able to detect the fault. */
import type { World } from './world.ts'

/** `Seen`: what the attacker received or left behind. */
export type Attack<Seen = unknown> = {
  name: string
  /** Waits for mails, or is large: only in the long run. */
  isSlow?: true
  play(world: World): Promise<Seen>
  /** What a server with the fault would have answered: the judge must detect it. */
  faulty: Seen
  /** A description of the fault; null when there is none. */
  judge(seen: Seen): string | null
}

/** Infers the type `Seen` of one attack. */
export const attack = <Seen>(one: Attack<Seen>): Attack => one as Attack
