/** What an attack is: it is played against the running server, and whoever judges must be able to see the fault. */
import type { World } from './world.ts'

/** `Seen` is what the attacker got or left behind. */
export type Attack<Seen = unknown> = {
  name: string
  /** Waits for mails, or is large: for the long run only. */
  isSlow?: true
  play(world: World): Promise<Seen>
  /** What would have been seen, had the server this fault: the judge must find it there. */
  faulty: Seen
  /** How the fault shows; null when it does not. */
  judge(seen: Seen): string | null
}

/** Keeps the kind of what is seen to one attack. */
export const attack = <Seen>(one: Attack<Seen>): Attack => one as Attack
