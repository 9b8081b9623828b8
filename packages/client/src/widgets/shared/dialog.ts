/** A small modal dialog about one product: centred on wide screens, at the bottom of the screen on a phone. */
import { baseStyle } from './base-style.ts'
import { createShadow, css, h } from './element.ts'

const style = css`
  dialog { inline-size: min(420px, calc(100% - 32px)); max-inline-size: none; max-block-size: min(640px, calc(100% - 32px)); padding: 0; overflow: hidden; border: 1px solid var(--line); border-radius: calc(var(--radius) + 6px); background: var(--paper); box-shadow: 0 16px 48px #0003 }
  dialog[open] { display: flex }
  dialog::backdrop { background: #0006 }
  .page { flex: 1; min-inline-size: 0; display: flex; flex-direction: column }
  .head { display: flex; gap: 16px; align-items: center; padding: 20px 20px 16px; border-block-end: 1px solid var(--line) }
  img { inline-size: 72px; block-size: 72px; flex: none; object-fit: cover; border-radius: var(--radius); background: var(--line) }
  h2, p, fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; overflow-wrap: anywhere }
  h2 { font-size: 1.125em; font-weight: 650; line-height: 1.3 }
  .body { overflow: auto; overscroll-behavior: contain; padding: 12px 20px }
  .foot { display: flex; justify-content: flex-end; gap: 8px; padding: 12px 20px 16px; border-block-start: 1px solid var(--line) }
  .foot .main { min-inline-size: 120px }
  label { display: flex; gap: 12px; align-items: center; min-block-size: 48px; padding: 8px 12px; border: 1px solid var(--line); border-radius: var(--radius); cursor: pointer }
  label + label { margin-block-start: 8px }
  label:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent) }
  label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px }
  label span { flex: 1; min-inline-size: 0; overflow-wrap: anywhere }
  label i, label b { white-space: nowrap }
  label input { flex: none; inline-size: 20px; min-height: 0; block-size: 20px; margin: 0; accent-color: var(--accent); outline: none }
  @media (max-width: 520px) {
    dialog { inset-block: auto 0; margin: 0; inline-size: 100%; max-block-size: 88%; border-width: 1px 0 0; border-end-start-radius: 0; border-end-end-radius: 0 }
    .foot { padding-block-end: calc(16px + env(safe-area-inset-bottom)) }
    .foot button { flex: 1 }
  }
  @media (prefers-reduced-motion: no-preference) {
    dialog { animation: in 0.18s ease-out }
    @keyframes in { from { opacity: 0; translate: 0 24px } }
  }
`

/** `from`: the button that asked, which gets the focus back. */
export type About = { title: string; image?: string | undefined; from?: HTMLElement | undefined }

export type Opened = { dialog: HTMLDialogElement; picture: HTMLImageElement; closed: Promise<void> }

let current: HTMLDialogElement | undefined

/** Shows the product, `question` below its title, `body`, and buttons. It closes by Escape and by a press beside it. */
export function openDialog(about: About, question: string, body: Element, buttons: Element[]): Opened {
  // pressed twice before the file was loaded
  current?.close()
  const { title, image, from } = about
  const picture = h('img', { src: image, alt: '', hidden: !image })
  const dialog = h(
    'dialog',
    {
      part: 'dialog',
      'aria-labelledby': 'title question',
      onclick: (event: Event) => event.target === dialog && dialog.close(),
    },
    h(
      'form',
      { class: 'page', method: 'dialog' },
      h(
        'div',
        { class: 'head' },
        picture,
        h('div', {}, h('h2', { id: 'title' }, title), h('p', { class: 'soft', id: 'question' }, question)),
      ),
      h('div', { class: 'body' }, body),
      h('div', { class: 'foot' }, ...buttons),
    ),
  )
  const host = document.createElement('heartbell-dialog')
  createShadow(host, [baseStyle, style], dialog)
  document.body.append(host)
  dialog.showModal()
  current = dialog
  const closed = new Promise<void>((done) => {
    dialog.onclose = () => {
      host.remove()
      // Safari does not focus a pressed button, so the dialog itself can't give the focus back
      from?.focus()
      done()
    }
  })
  return { dialog, picture, closed }
}
