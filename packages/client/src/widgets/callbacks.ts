/** Adds the calls with callbacks to `heartbell`; loaded when one of them is called first. */
import { installCallbacks } from '../callbacks/callbacks.ts'
import { heartbell } from './kit.ts'

export function install(): void {
  if (!heartbell.EventTypes) installCallbacks(heartbell)
}
