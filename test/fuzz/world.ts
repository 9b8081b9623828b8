/** The data of a hostile run: stores and shoppers. */
import type { Endpoint } from '@heartbell/contract/endpoint'

export type Victim = {
  regid: string
  sessionid: string
  pid: string
  /** Their lists; created lists are added. */
  lids: string[]
}

/** What can be attacked; the shoppers' sessions are valid, so that requests are not refused early. */
export type World = {
  endpoints: readonly Endpoint[]
  stores: readonly { pid: string; apiKey: string }[]
  shoppers: readonly Victim[]
  /** Regids whose sessions may be ended. */
  regids: readonly string[]
}
