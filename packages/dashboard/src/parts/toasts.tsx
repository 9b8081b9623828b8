/** A word at the edge of the screen when something is done or refused. What shows it is loaded with the first word. */
import { lazy, Suspense, useSyncExternalStore } from 'react'

const load = () => import('./toast-rack.tsx')
const Rack = lazy(load)

let isNeeded = false
let look: () => void = () => {}

export function toast(message: string, isRefused = false): void {
  isNeeded = true
  look()
  void load().then(({ show }) => show(message, isRefused))
}

export function Toasts() {
  const isShown = useSyncExternalStore(
    (onChange) => {
      look = onChange
      return () => {
        look = () => {}
      }
    },
    () => isNeeded,
  )
  return isShown ? (
    <Suspense>
      <Rack />
    </Suspense>
  ) : null
}
