/** The store side of a hostile run: who is there, and what they have to lose. */
import type { Endpoint } from '@heartbell/contract/endpoint'

export type Victim = {
  regid: string
  sessionid: string
  pid: string
  /** The lists they have; those that are made join them, so that there is always something to attack. */
  lids: string[]
}

/** Whom and what there is to attack; the shoppers' sessions must hold, so that requests get past the door. */
export type World = {
  endpoints: readonly Endpoint[]
  stores: readonly { pid: string; apiKey: string }[]
  shoppers: readonly Victim[]
  /** Regids that may lose their sessions. */
  regids: readonly string[]
}
