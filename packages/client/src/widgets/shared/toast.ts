/** A short message at the bottom of the page, also for screen readers, with one optional action. */
import { createShadow, css, h } from './element.ts'

const style = css`
  div { position: fixed; z-index: 2147483647; inset-block-end: var(--hb-bottom, 16px); inset-inline: 16px; width: fit-content; max-width: calc(100% - 32px); margin: auto; display: flex; align-items: center; gap: 8px; padding-block: 4px; padding-inline: 16px; min-height: 52px; background: #161b19; color: #fff; border: 1px solid #434b47; border-radius: 10px }
  div:empty { opacity: 0; pointer-events: none }
  * { box-sizing: border-box; font: inherit }
  button { min-height: 44px; border: 0; background: none; padding: 0 8px; font-weight: 600; color: #8cd5ae; cursor: pointer }
  :focus-visible { outline-color: #8cd5ae }
`

let toast: HTMLElement | undefined
let words: HTMLElement
let timer: ReturnType<typeof setTimeout>
let time: number

const close = () => words.replaceChildren()

/** What has the focus, also inside shadow roots. */
function focused(): HTMLElement | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element as HTMLElement | null
}

/** Where the focus was when the message came. */
let opener: HTMLElement | null

/** The message is at the end of the page. Its button is the next one after the pressed control, and leads back to it. */
function onTab(event: KeyboardEvent): void {
  const act = words.querySelector('button')
  if (event.key !== 'Tab' || !act || !opener?.isConnected) return
  const now = focused()
  if (now === opener && !event.shiftKey) {
    event.preventDefault()
    act.focus()
  } else if (now === act) {
    // forwards, the browser goes on from there
    if (event.shiftKey) event.preventDefault()
    opener.focus()
  }
}
const stop = () => clearTimeout(timer)
/** Who points at the message or is on its button, reads it. */
const count = () => {
  stop()
  if (!words.matches(':hover, :focus-within')) timer = setTimeout(close, time)
}

/** For the next person, who must not read what the one before did. */
export const closeToast = () => toast && close()

/** An open dialog hides everything outside it, so a caller inside one passes `where`. */
export function showToast(text: string | Node, action?: string, act?: () => void, where: Node = document.body): void {
  if (!toast) {
    toast = document.createElement('heartbell-toast')
    words = h('div', {
      role: 'status',
      part: 'toast',
      onpointerenter: stop,
      onpointerleave: count,
    })
    // these two have no property
    addEventListener('keydown', onTab, true)
    words.addEventListener('focusin', stop)
    words.addEventListener('focusout', () => setTimeout(count))
    createShadow(toast, [style], words)
  }
  if (toast.parentNode !== where) where.appendChild(toast)
  const press = () => {
    const hadFocus = words.contains((toast!.shadowRoot as ShadowRoot).activeElement)
    close()
    if (hadFocus) opener?.focus()
    act?.()
  }
  // a second message may come while the button of the first has the focus
  const now = focused()
  if (!words.contains(now)) opener = now
  time = action ? 8e3 : 4e3
  words.replaceChildren(h('span', {}, text), action ? h('button', { type: 'button', onclick: press }, action) : '')
  count()
}
