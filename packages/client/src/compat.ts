/** Old names in an app that bundles the client: the calls with callbacks, and the globals that old scripts expect. */
import { type Callbacks, installCallbacks } from './callbacks/callbacks.ts'
import { install as buttons } from './compat/buttons/buttons.ts'
import { installOldNames } from './compat/old-names.ts'
import { install as older } from './compat/older-calls.ts'
import type { Heartbell } from './widgets/kit.ts'

/** `heartbell` is what `start()` returns. `start({ compat: true })` does the same, and loads this file on demand. */
export const installCompat = (heartbell: Heartbell): void =>
  installOldNames(heartbell.EventTypes ? (heartbell as Heartbell & Callbacks) : installCallbacks(heartbell), {
    buttons,
    older,
  })
