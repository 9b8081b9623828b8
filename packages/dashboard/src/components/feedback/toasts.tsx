/** Short messages after an action. The code that renders them is loaded with the first one. */
import { lazy, Suspense, useSyncExternalStore } from 'react'

const load = () => import('./toast-container.tsx')
const Container = lazy(load)

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
      <Container />
    </Suspense>
  ) : null
}
