/** `<heartbell-count>`: the number of saved items, as a link to the wishlist that opens the drawer. */

import { heartbell, Widget } from './kit.ts'
import { createShadow, h, icon, prevent } from './shared/element.ts'
import { heartPath, heartStyle } from './shared/heart-style.ts'
import { sayOffline } from './shared/say-offline.ts'
import { t } from './shared/texts.ts'

export class Count extends Widget {
  /** Loads the drawer on first use; if that fails, follows the link, which leads nowhere without a network. */
  #open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey) return
    prevent(event)
    heartbell.openDrawer().catch(() => {
      if (navigator.onLine) location.href = this.#link.href
      else sayOffline()
    })
  }

  #link = h('a', { part: 'link', href: this.getAttribute('href') ?? '#', onclick: this.#open })

  draw(): void {
    createShadow(this, [heartStyle], this.#link)
  }

  show(): void {
    const count = heartbell.count()
    this.#link.ariaLabel = t('count', 'Wishlist, {0} saved', count)
    this.#link.replaceChildren(icon(heartPath), count ? h('b', { part: 'count' }, count as unknown as string) : '')
  }
}
