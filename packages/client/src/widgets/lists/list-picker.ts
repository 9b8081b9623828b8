/** The picker of lists: which of the shopper's lists hold a product. Lists are ticked; *Done* saves the choice. */
import { wishlist } from '../../client/names.ts'
import type { List, Product } from '../../client/records.ts'
import { ignoreFailure } from '../../client/sync/ignore-failure.ts'
import { heartbell } from '../kit.ts'
import { button, redraw } from '../shared/button.ts'
import { h } from '../shared/element.ts'
import { t } from '../shared/texts.ts'
import { newListRow } from './new-list.ts'
import { openPanel } from './panel.ts'
import { pickerStyle } from './picker-style.ts'
import { problemText } from './problem-text.ts'
import { currentId, saveChoice } from './save-choice.ts'
import { nameOf, showRemoved, showSaved } from './saved-message.ts'

/** `instead`: the product is in one list, which was not the shopper's choice; the first list that is ticked replaces it. */
export type ListQuestion = { product: Product; from?: HTMLElement | undefined; instead?: boolean }

/** The shopper's wishlists; before the first heart the one that it will create. */
const wishlists = (): List[] => {
  const lists = heartbell.seen().filter(({ type }) => type === wishlist)
  return lists[0] ? lists : [{ listId: wishlist, name: '', type: wishlist, count: 0, isPublic: false, items: [] }]
}

class ListPicker {
  #asked: ListQuestion
  #held: string[] = []
  #ticked = new Set<string>()
  #isTouched = false
  #shown = ''
  #rows = h('fieldset', { 'aria-labelledby': 'title' })
  #hint = h('p', { class: 'soft', role: 'status' })
  #done = button(t('done', 'Done'), () => this.#save(), { class: 'main' })
  #dialog: HTMLDialogElement

  constructor(asked: ListQuestion) {
    this.#asked = asked
    const { product, from } = asked
    const create = newListRow((list) => {
      this.#tick(list.listId, true)
      this.#show()
      this.#done.focus()
    })
    this.#show()
    const page = h(
      'div',
      { class: 'page' },
      h(
        'div',
        { class: 'head' },
        h('h2', { id: 'title' }, t('saveTo', 'Save to')),
        h('p', { class: 'soft' }, product.title),
      ),
      h('div', { class: 'body' }, this.#rows, create),
      h('div', { class: 'foot' }, this.#hint, this.#done),
    )
    const end = heartbell.on('change', () => this.#show())
    this.#dialog = openPanel(page, {
      style: pickerStyle,
      from,
      near: true,
      leave: () => (this.#isTouched ? this.#save() : this.#dialog.close()),
      closed: end,
    })
    // a list may have been made on another device
    ignoreFailure(heartbell.refresh())
  }

  #show(): void {
    const lists = wishlists()
    if (!this.#isTouched) {
      this.#held = heartbell.listsOf(this.#asked.product.variantId).map(({ listId }) => listId)
      const chosen = heartbell.localData.read<string>('chosen')
      const { listId } = lists.find((list) => list.listId === chosen) ?? lists[0]!
      this.#ticked = new Set(this.#held[0] ? this.#held : [listId])
    }
    this.#held = this.#held.map(currentId)
    this.#ticked = new Set([...this.#ticked].map(currentId))
    // rows that are drawn again between a press and its release lose the press
    const state = JSON.stringify([lists.map(({ items, ...list }) => list), [...this.#ticked]])
    if (state !== this.#shown) redraw(this.#rows, ...lists.map((list, index) => this.#row(list, index)))
    this.#shown = state
    this.#say()
  }

  #row({ listId, name, count, isPublic }: List, index: number): HTMLElement {
    const input = h('input', {
      type: 'checkbox',
      'data-k': listId,
      autofocus: !index,
      checked: this.#ticked.has(listId),
      onchange: () => {
        this.#tick(listId, input.checked)
        this.#show()
      },
      // as in a form
      onkeydown: ({ key }: KeyboardEvent) => key === 'Enter' && this.#save(),
    })
    const more = [isPublic && t('isShared', 'Shared'), count].filter((one) => one !== false).join(' · ')
    return h('label', {}, input, h('span', {}, nameOf({ name })), h('i', { class: 'soft' }, more))
  }

  #tick(listId: string, isTicked: boolean): void {
    // the first tick replaces a list that the shopper did not choose
    if (isTicked && !this.#isTouched && (this.#asked.instead || !this.#held[0])) this.#ticked.clear()
    this.#isTouched = true
    if (isTicked) this.#ticked.add(listId)
    else this.#ticked.delete(listId)
  }

  /** What *Done* will do, where the ticks alone do not say it. */
  #say(): void {
    const names = (ids: string[]) =>
      wishlists()
        .filter(({ listId }) => ids.includes(listId))
        .map(nameOf)
        .join(', ')
    const left = this.#held.filter((listId) => !this.#ticked.has(listId))
    const added = [...this.#ticked].filter((listId) => !this.#held.includes(listId))
    this.#hint.textContent = left[0] && added[0] ? t('moves', 'Moves from {0} to {1}.', names(left), names(added)) : ''
    this.#done.textContent = this.#held[0] && !this.#ticked.size ? t('remove', 'Remove') : t('done', 'Done')
  }

  async #save(): Promise<void> {
    const { product, from } = this.#asked
    const held = this.#held
    const wanted = [...this.#ticked]
    const added = wanted.filter((listId) => !held.includes(listId))
    const left = held.filter((listId) => !wanted.includes(listId))
    if (!added[0] && !left[0]) return this.#dialog.close()
    if (!wanted[0]) {
      this.#dialog.close()
      return showRemoved(product, from, heartbell.remove(product, { undoable: true }))
    }
    this.#done.disabled = true
    try {
      await saveChoice(product, held, wanted, from)
    } catch (problem) {
      this.#done.disabled = false
      this.#hint.textContent = problemText(problem)
      return
    }
    // the next heart goes there
    heartbell.localData.write('chosen', added.at(-1) ?? wanted[0])
    this.#dialog.close()
    showSaved(product, from)
  }
}

/** Opens the picker beside `from`. */
export const openLists = (asked: ListQuestion): void => {
  new ListPicker(asked)
}
