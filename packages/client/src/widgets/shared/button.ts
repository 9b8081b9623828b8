/** Buttons, and texts that several widgets show. */
import type { Item } from '../../client/records.ts'
import { h } from './element.ts'
import { t } from './texts.ts'
import { showToast } from './toast.ts'

/** `redraw` finds the focused button again by `data-k`. */
export const button = (text: string, onclick: () => unknown, more: object = {}) =>
  h('button', { type: 'button', 'data-k': text, onclick, ...more }, text)

/** The label of a row's button names the row, for screen readers. */
export const rowButton = (
  { title = '', variantId }: Item,
  kind: 'main' | 'bare',
  text: string,
  onclick: () => unknown,
) => button(text, onclick, { class: kind, 'data-k': kind + variantId, 'aria-label': `${text}: ${title}` })

export const tryAgain = () => t('later', 'That did not work. Please try again.')

/** Every removal can be undone. */
export const toastRemoved = (undo: () => void, where?: Node) =>
  showToast(t('removed', 'Removed.'), t('undo', 'Undo'), undo, where)

/** Replaces the children. A focus among them is restored, or moves to the first control; one elsewhere stays where it is. */
export function redraw(root: HTMLElement | ShadowRoot, ...children: (Node | string)[]): void {
  const focused = (root.getRootNode() as ShadowRoot).activeElement
  const key = root.contains(focused) && focused!.getAttribute('data-k')
  root.replaceChildren(...children)
  if (key)
    (
      root.querySelector<HTMLElement>(`[data-k="${CSS.escape(key)}"]`) ??
      root.querySelector<HTMLElement>('select, button')
    )?.focus()
}
