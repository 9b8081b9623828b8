/** Buttons, and the sentences that several widgets say. */
import type { Item } from '../client/records.ts'
import { h } from './element.ts'
import { say } from './texts.ts'
import { tell } from './toast.ts'

/** `data-k` is what it is found again by when its widget is drawn anew. */
export const button = (text: string, onclick: () => unknown, more: object = {}) =>
  h('button', { type: 'button', 'data-k': text, onclick, ...more }, text)

/** A row's button says aloud which row it is of. */
export const rowButton = (
  { title = '', variantId }: Item,
  look: 'main' | 'bare',
  text: string,
  onclick: () => unknown,
) => button(text, onclick, { class: look, 'data-k': look + variantId, 'aria-label': `${text}: ${title}` })

export const sorry = () => say('later', 'That did not work. Please try again.')

/** Whatever is removed can be brought back. */
export const tellRemoved = (undo: () => void, where?: Node) =>
  tell(say('removed', 'Removed.'), say('undo', 'Undo'), undo, where)

/** Draws anew; what had the focus has it afterwards, or else the first that can. */
export function redraw(root: HTMLElement | ShadowRoot, ...children: (Node | string)[]): void {
  const key = (root.getRootNode() as ShadowRoot).activeElement?.getAttribute('data-k')
  root.replaceChildren(...children)
  if (key)
    (
      root.querySelector<HTMLElement>(`[data-k="${CSS.escape(key)}"]`) ??
      root.querySelector<HTMLElement>('select, button')
    )?.focus()
}
