/** `<heartbell-drawer>` and `<heartbell-list>`: saved items, at the side of any page or on their own page. */

import { fetchList } from '../../client/manage-lists.ts'
import { ignoreFailure } from '../../client/sync/ignore-failure.ts'
import { heartbell, Widget } from '../kit.ts'
import { baseStyle } from '../shared/base-style.ts'
import { createShadow, css, define, h } from '../shared/element.ts'
import { t } from '../shared/texts.ts'
import { ListView } from './list-view.ts'

const style = css`
  dialog { position: fixed; inset-block: 0; inset-inline: auto 0; inline-size: min(440px, 100%); block-size: 100%; max-inline-size: none; max-block-size: none; margin: 0; padding: 0; border: 0; border-inline-start: 1px solid var(--line); background: var(--paper); overscroll-behavior: contain }
  dialog::backdrop { background: #0006 }
  .head { position: sticky; z-index: 1; inset-block-start: 0; display: flex; justify-content: space-between; align-items: center; padding: 8px 8px 8px 20px; padding-inline: 20px 8px; background: var(--paper); border-block-end: 1px solid var(--line) }
  h2 { margin: 0; font-size: 1.2em; font-weight: 650 }
  .list { padding: 16px 20px 72px }
  :host(heartbell-list) .list { padding: 0; container-type: inline-size }
  .bar { display: flex; flex-wrap: wrap; gap: 8px; margin-block: 8px }
  .bar .bare { margin-inline-start: auto }
  form { padding-block: 8px }
  ul { list-style: none; margin: 0; padding: 0 }
  li { display: flex; gap: 16px; padding-block: 16px; border-block-end: 1px solid var(--line) }
  img { inline-size: 88px; block-size: 88px; object-fit: cover; border-radius: var(--radius); background: var(--line) }
  .about { flex: 1; min-inline-size: 0 }
  .about a { font-weight: 600; text-decoration: none }
  .about a:hover { text-decoration: underline }
  input[type='number'] { inline-size: 76px }
  input { flex: 1 1 6em }
  input[type='number'] { flex: none }
  heartbell-notify { flex: 1 1 100% }
  mark { font-size: 0.8em; margin-inline-start: 8px; padding: 2px 8px; border-radius: 99px; white-space: nowrap }
  .low { background: light-dark(#fff3d6, #4a3a10); color: light-dark(#6b4b00, #ffd98a) }
  .gone { background: var(--line) }
  .empty { padding-block: 40px; text-align: center }
`

class Drawer extends Widget {
  #view = new ListView()
  #title = h('h2', { id: 'title' })
  #close = h('button', { type: 'button', class: 'bare', onclick: () => this.#dialog.close() }, '✕')
  #dialog = h(
    'dialog',
    {
      part: 'drawer',
      'aria-labelledby': 'title',
      onclick: (event: Event) => event.target === this.#dialog && this.#dialog.close(),
    },
    h('div', { class: 'head' }, this.#title, this.#close),
    this.#view.body,
  )

  draw(): void {
    createShadow(this, [baseStyle, style], this.#dialog)
  }

  show(): void {
    this.#title.textContent = t('wishlist', 'Wishlist')
    this.#close.ariaLabel = t('close', 'Close')
    if (this.#dialog.open) this.#view.show()
  }

  open(): void {
    this.#dialog.showModal()
    this.show()
    ignoreFailure(heartbell.refresh())
  }
}

class ListPage extends Widget {
  #view = new ListView()

  draw(): void {
    createShadow(this, [baseStyle, style], this.#view.body)
    const listId = this.getAttribute('list')
    if (listId)
      fetchList(heartbell, listId).then(
        (list) => {
          this.#view.shared = list
          this.show()
        },
        () =>
          this.#view.body.replaceChildren(
            h('p', { class: 'soft empty' }, t('private', 'This list is not shared any more.')),
          ),
      )
  }

  show(): void {
    if (this.#view.shared || !this.hasAttribute('list')) this.#view.show()
  }
}

export function install(): void {
  define('heartbell-drawer', Drawer)
  heartbell.openDrawer = () => {
    const drawer =
      document.querySelector('heartbell-drawer') ?? document.body.appendChild(h('heartbell-drawer' as 'div'))
    ;(drawer as Drawer).open()
  }
  define('heartbell-list', ListPage)
}
