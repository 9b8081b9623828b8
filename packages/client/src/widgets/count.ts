/** `<heartbell-count>`: how much is saved, as a link to the wishlist; opens the drawer where there is script. */
import { h, icon, wear } from './element.ts'
import { heartPath, heartStyle } from './heart-style.ts'
import { heartbell, loadWidget, Widget } from './kit.ts'
import { say } from './texts.ts'

export class Count extends Widget {
  #link = h('a', { part: 'link', onclick: (event: MouseEvent) => this.#open(event) })

  draw(): void {
    this.#link.href = this.getAttribute('href') ?? '#'
    wear(this, [heartStyle], this.#link)
  }

  show(): void {
    const count = heartbell.count()
    this.#link.ariaLabel = say('count', 'Wishlist, {0} saved', count)
    this.#link.replaceChildren(icon(heartPath), count ? h('b', { part: 'count' }, `${count}`) : '')
  }

  /** The drawer comes with the first opening; where it can't, the link is a link. */
  async #open(event: MouseEvent): Promise<void> {
    if (event.metaKey || event.ctrlKey) return
    event.preventDefault()
    try {
      await loadWidget('drawer')
      heartbell.openDrawer!()
    } catch {
      location.href = this.#link.href
    }
  }
}
