/** `<heartbell-drawer>`: the shopper's lists at the side of any page. The page behind it stays where it is. */
import { ignoreFailure } from '../../client/sync/ignore-failure.ts'
import { heartbell, Widget } from '../kit.ts'
import { baseStyle } from '../shared/base-style.ts'
import { createShadow, css, define, h } from '../shared/element.ts'
import { t } from '../shared/texts.ts'
import { use } from './files.ts'
import { iconButton, paths } from './icons.ts'
import { ListPage } from './page.ts'
import { ListView } from './view.ts'

const style = css`
  dialog { position: fixed; inset-block: 0; inset-inline: auto 0; inline-size: min(460px, 100%); block-size: 100%; max-inline-size: none; max-block-size: none; margin: 0; padding: 0; border: 0; background: var(--paper); box-shadow: 0 0 48px #0003; overscroll-behavior: contain; scroll-padding-block: 64px 88px }
  dialog[open] { display: flex; flex-direction: column }
  dialog::backdrop { background: #0006 }
  .head { position: sticky; z-index: 3; inset-block-start: 0; display: flex; align-items: center; padding-inline: 20px 8px; background: var(--paper); border-block-end: 1px solid var(--line) }
  .head .bar { flex: 1; min-inline-size: 0 }
  .list { flex: 1; display: flex; flex-direction: column; padding: 12px 20px 0; --edge: 20px }
  .foot { position: sticky; z-index: 2; inset-block-end: 0; margin: auto -20px 0; padding: 12px 20px calc(12px + env(safe-area-inset-bottom)); border-block-start: 1px solid var(--line); background: var(--paper) }
  @media (prefers-reduced-motion: no-preference) {
    dialog, dialog::backdrop { transition: translate 0.25s cubic-bezier(.2,.8,.2,1), opacity 0.25s, display 0.25s allow-discrete, overlay 0.25s allow-discrete }
    dialog:not([open]) { translate: 100% }
    dialog:not([open]):dir(rtl) { translate: -100% }
    dialog:not([open])::backdrop { opacity: 0 }
    @starting-style {
      dialog[open] { translate: 100% }
      dialog[open]:dir(rtl) { translate: -100% }
      dialog[open]::backdrop { opacity: 0 }
    }
  }
`

class Drawer extends Widget {
  #view = new ListView('drawer', { close: () => this.#dialog.close() })
  #close = iconButton(paths.cross, '', 'close', () => this.#dialog.close())
  #dialog = h(
    'dialog',
    {
      part: 'drawer',
      onclick: (event: Event) => event.target === this.#dialog && this.#dialog.close(),
      onclose: () => this.#unlock?.(),
    },
    h('div', { class: 'head' }, this.#view.head, this.#close),
    this.#view.body,
  )

  #unlock: (() => void) | undefined

  draw(): void {
    createShadow(this, [baseStyle, style], this.#dialog)
  }

  show(): void {
    this.#dialog.ariaLabel = t('wishlist', 'Wishlist')
    this.#close.ariaLabel = this.#close.title = t('close', 'Close')
    if (this.#dialog.open) this.#view.show()
  }

  /** The page keeps the width of its scroll bar, so that nothing in it moves. */
  #lock(): void {
    const { style, clientWidth } = document.documentElement
    const { overflow, scrollbarGutter } = style
    if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'
    style.overflow = 'hidden'
    this.#unlock = () => Object.assign(style, { overflow, scrollbarGutter })
  }

  open(): void {
    if (this.#dialog.open) return
    this.#lock()
    this.#dialog.showModal()
    this.show()
    this.#view.focus('name')
    this.#view.say('')
    ignoreFailure(heartbell.refresh())
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    if (this.#dialog.open) this.#unlock?.()
  }
}

/** A cart that is set after the list is drawn gives its rows their buttons. */
function watchCart(): void {
  let { cart } = heartbell
  Object.defineProperty(heartbell, 'cart', {
    get: () => cart,
    set: (given) => {
      cart = given
      heartbell.emit()
    },
  })
}

export function install(): void {
  if (customElements.get('heartbell-drawer')) return
  watchCart()
  define('drawer', Drawer)
  const ready = () => Promise.all([use('rows'), use('frame')])
  // at once, beside this file
  ignoreFailure(ready())
  heartbell.openDrawer = async () => {
    await ready()
    const drawer =
      document.querySelector('heartbell-drawer') ?? document.body.appendChild(h('heartbell-drawer' as 'div'))
    ;(drawer as Drawer).open()
  }
  define('list', ListPage)
}
