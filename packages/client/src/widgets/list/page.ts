/** `<heartbell-list>`: the shopper's lists as a page; with `list`, or a list in the page's address, another person's, read-only. */
import { fetchList } from '../../client/manage-lists.ts'
import type { Problem } from '../../client/sync/call-api.ts'
import { heartbell, Widget } from '../kit.ts'
import { baseStyle } from '../shared/base-style.ts'
import { createShadow } from '../shared/element.ts'
import { listInAddress } from '../shared/list-in-address.ts'
import { filesNow } from './files.ts'
import { ListView } from './view.ts'

export class ListPage extends Widget {
  static observedAttributes = ['list']
  #view!: ListView
  #asked = ''
  /** Instead of a list: that it is not shared, or could not be fetched. */
  #problem: Problem | undefined
  #root!: ShadowRoot

  draw(): void {
    this.#view = new ListView('page', {
      isCards: this.getAttribute('view') !== 'rows',
      home: this.getAttribute('home'),
    })
    this.#root = createShadow(this, [baseStyle])
  }

  show(): void {
    const listId = this.getAttribute('list') || listInAddress(heartbell.settings.store) || ''
    if (listId !== this.#asked) {
      this.#asked = listId
      this.#view.shared = this.#problem = undefined
      this.#root.replaceChildren()
      if (listId) this.#fetch(listId)
    }
    if (listId && !this.#view.shared) {
      filesNow().frame?.drawInstead(this.#root, this.#view, this.#problem, () => this.#fetch(listId))
      return
    }
    if (!this.#view.body.parentNode) this.#root.replaceChildren(this.#view.head, this.#view.body)
    this.#view.show()
  }

  async #fetch(listId: string): Promise<void> {
    try {
      const list = await fetchList(heartbell, listId)
      if (listId !== this.#asked) return
      this.#view.shared = list
      this.#problem = undefined
    } catch (problem) {
      if (listId === this.#asked) this.#problem = problem as Problem
    }
    this.show()
  }
}
