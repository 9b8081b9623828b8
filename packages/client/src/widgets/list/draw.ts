/** Redraws a part of a list only after a change, so that focus, scroll position and typed text stay. */
import { redraw } from '../shared/button.ts'

const drawn = new WeakMap<Element, string>()

export function drawIf(slot: HTMLElement, state: unknown, make: () => (Node | string | false)[]): void {
  const text = JSON.stringify(state)
  if (drawn.get(slot) === text) return
  drawn.set(slot, text)
  redraw(slot, ...make().map((child) => child || ''))
}
