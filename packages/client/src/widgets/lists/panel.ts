/** A modal panel: beside the button that opened it or in the middle of the page, on a phone at the bottom of the screen. */
import { baseStyle } from '../shared/base-style.ts'
import { createShadow, css, h } from '../shared/element.ts'

const style = css`
  dialog { position: fixed; inline-size: min(440px, calc(100% - 32px)); max-inline-size: none; max-block-size: calc(100% - 32px); margin: auto; padding: 0; overflow: hidden; border: 1px solid var(--line); border-radius: calc(var(--radius) + 6px); background: var(--paper); box-shadow: 0 16px 48px #0003 }
  dialog[open] { display: flex }
  dialog::backdrop { background: #0006 }
  .page { flex: 1; min-inline-size: 0; display: flex; flex-direction: column }
  h2, p, fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; overflow-wrap: anywhere }
  h2 { font-size: 1.125em; font-weight: 650; line-height: 1.3 }
  svg { flex: none; inline-size: 22px; block-size: 22px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round }
  @media (min-width: 521px) {
    .near { inline-size: 320px; margin: 0; inset: var(--y) auto auto var(--x) }
    .near::backdrop { background: none }
  }
  @media (max-width: 520px) {
    dialog { inset-block: auto 0; margin: 0; inline-size: 100%; max-block-size: 88%; border-width: 1px 0 0; border-end-start-radius: 0; border-end-end-radius: 0; padding-block-end: env(safe-area-inset-bottom) }
  }
  @media (prefers-reduced-motion: no-preference) {
    dialog { animation: in 0.18s ease-out }
    @keyframes in { from { opacity: 0; translate: 0 12px } }
  }
`

/** `from` gets the focus back; `near`: beside it. `leave` is called instead of closing when the page beside the panel is pressed. */
export type PanelOptions = {
  style: string
  from?: HTMLElement | undefined
  near?: boolean
  leave?: () => void
  closed?: () => void
}

/** Gives the focus back, also to the button that replaced `from` when its widget was drawn again. The button of a heart is inside it. */
function focusAgain(from: HTMLElement, root: Node): void {
  const same = `[data-k="${CSS.escape(from.dataset.k ?? '')}"]`
  const now = from.isConnected ? from : (root as ShadowRoot).querySelector<HTMLElement>(same)
  const inside = now?.shadowRoot?.querySelector<HTMLElement>('button')
  ;(inside ?? now)?.focus()
}

/** Below the button, above it if there is no room, and always inside the window. */
function placeBeside(dialog: HTMLElement, from: HTMLElement): void {
  const { left, right, top, bottom } = from.getBoundingClientRect()
  const { width, height } = dialog.getBoundingClientRect()
  const within = (place: number, size: number, room: number) => Math.max(8, Math.min(place, room - size - 8))
  const x = within(left + right > innerWidth ? right - width : left, width, innerWidth)
  const y = bottom + 8 + height > innerHeight - 8 && top - 8 - height >= 8 ? top - 8 - height : bottom + 8
  dialog.style.setProperty('--x', `${x}px`)
  dialog.style.setProperty('--y', `${within(y, height, innerHeight)}px`)
}

/** Opens a panel whose title has the id `title`. */
export function openPanel(
  page: HTMLElement,
  { style: own, from, near, leave, closed }: PanelOptions,
): HTMLDialogElement {
  let pressed: EventTarget | null
  const root = from?.getRootNode()
  const dialog = h(
    'dialog',
    {
      part: 'panel',
      class: near && from && 'near',
      'aria-labelledby': 'title',
      onpointerdown: ({ target }: Event) => {
        pressed = target
      },
      // not at the end of a selection that was begun inside
      onclick: ({ target }: Event) => target === dialog && pressed === dialog && (leave ?? close)(),
    },
    page,
  )
  const close = () => dialog.close()
  const host = document.createElement('heartbell-panel')
  createShadow(host, [baseStyle, style, own], dialog)
  document.body.append(host)
  dialog.showModal()
  const place = () => near && from && placeBeside(dialog, from)
  const sized = new ResizeObserver(place)
  sized.observe(dialog)
  addEventListener('scroll', place, true)
  addEventListener('resize', place)
  dialog.onclose = () => {
    sized.disconnect()
    removeEventListener('scroll', place, true)
    removeEventListener('resize', place)
    host.remove()
    // Safari does not focus a pressed button, so the dialog itself can't give the focus back
    if (from) focusAgain(from, root!)
    closed?.()
  }
  return dialog
}

/** The open dialog around an element, also across shadow roots: it hides messages outside it. */
export function dialogAround(from: Node | null | undefined): Node | undefined {
  for (let node = from; node; node = node.parentNode ?? (node as ShadowRoot).host)
    if (node instanceof HTMLDialogElement && node.open) return node
  return undefined
}
