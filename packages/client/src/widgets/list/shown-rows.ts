/** The rows of a list: items, and in the place of those that just left a text with Undo. */
import { button } from '../shared/button.ts'
import { h } from '../shared/element.ts'
import { t } from '../shared/texts.ts'
import type { View } from './context.ts'
import { filesNow } from './files.ts'
import type { Wish } from './item-facts.ts'

/** How long Undo is offered, in milliseconds; the client sends a removal a second later. */
const UNDO_TIME = 8000

/** A row that was removed or moved. `isOut`: the list was seen without it. */
type Left = { id: string; listId: string; at: number; text: string; undo(): void; isOut?: boolean }

type Drawn = Map<string, { state: string; row: HTMLElement }>

export class Rows {
  readonly list = h('ul', { part: 'rows' })
  #view: View
  /** By list and variant: another list may hold the same product. */
  #left = new Map<string, Left>()
  #drawn: Drawn = new Map()

  constructor(view: View) {
    this.#view = view
  }

  /** Rows that did not change stay the same elements, so that focus, typed text and open forms stay. */
  show(page: unknown): void {
    this.#checkLeft()
    const view = this.#view
    const drawn: Drawn = new Map()
    const reuse = (key: string, state: unknown, make: () => HTMLElement) => {
      const text = JSON.stringify(state)
      const old = this.#drawn.get(key)
      const row = old?.state === text ? old.row : make()
      drawn.set(key, { state: text, row })
      return row
    }
    const rows = view.items
      .filter((item) => !this.#left.has(this.#keyOf(item)))
      .map((item) => {
        const id = `${item.variantId}`
        const { isAsked, drawRow } = filesNow().rows!
        const shown = [view.opened === id, view.outcomes.get(id), view.isBack(item), view.canOrder, isAsked(item)]
        return reuse(id, [page, item, shown], () => this.#withPanel(id, drawRow(view, item)))
      })
    for (const [key, left] of [...this.#left].sort(([, one], [, other]) => one.at - other.at)) {
      const make = () => this.#leftRow(key, left)
      if (left.listId === view.list?.listId) rows.splice(left.at, 0, reuse(key, [left.text, page], make))
    }
    this.#drawn = drawn
    this.#place(rows)
  }

  /** An open panel stays where it is while the rest of its row changes, so that a press on one of its buttons is not lost. */
  #withPanel(id: string, fresh: HTMLElement): HTMLElement {
    const view = this.#view
    const { panel } = view
    const old = this.#drawn.get(id)?.row
    if (view.opened !== id || !panel) return fresh
    if (panel.parentNode !== old || !old) {
      fresh.append(panel)
      return fresh
    }
    const key = old.querySelector('[data-k]:focus-within')?.getAttribute('data-k')
    for (const child of [...old.children]) if (child !== panel) child.remove()
    panel.before(...fresh.children)
    old.className = fresh.className
    if (key) view.focus(key)
    return old
  }

  /** Removes and inserts only what changed: a moved element loses the focus. */
  #place(rows: HTMLElement[]): void {
    const { list } = this
    list.hidden = !rows.length
    if (rows.length === list.children.length && rows.every((row, at) => row === list.children[at])) return
    const key = list.querySelector('[data-k]:focus-within')?.getAttribute('data-k')
    const settle = filesNow().frame!.watchMoves(list)
    for (const child of [...list.children]) if (!rows.includes(child as HTMLElement)) child.remove()
    rows.forEach((row, at) => {
      if (list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null)
    })
    settle()
    if (key) this.#view.focus(key)
  }

  /** An item that came back by itself, because its removal was refused or a heart saved it again, is a row again. */
  #checkLeft(): void {
    for (const [key, left] of this.#left) {
      const list = this.#view.lists.find(({ listId }) => listId === left.listId)
      const isOut = !list?.items.some(({ variantId }) => `${variantId}` === left.id)
      if (left.isOut && !isOut) this.#left.delete(key)
      left.isOut = isOut
    }
  }

  #keyOf({ variantId }: Wish): string {
    return `${this.#view.list?.listId} ${variantId}`
  }

  #leftRow(key: string, { id, text, undo }: Left): HTMLElement {
    const word = t('undo', 'Undo')
    const takeBack = () => {
      this.#left.delete(key)
      undo()
      this.#view.show()
      // after a move, the row comes back later
      this.#view.focus(`x${id}`, 'name')
      this.#view.say(t('undone', 'Undone'))
    }
    return h(
      'li',
      { class: 'left', 'data-id': key },
      h('span', {}, text),
      button(word, takeBack, { 'data-k': `u${id}`, 'aria-label': `${word}: ${text}` }),
    )
  }

  leave(item: Wish, text: string, act: () => () => void, isUp: boolean): () => void {
    const view = this.#view
    const id = `${item.variantId}`
    const { row } = this.#drawn.get(id)!
    filesNow().frame!.sendOff(row, isUp)
    let undo = () => {}
    const at = [...this.list.children].indexOf(row)
    const left = { id, listId: view.list!.listId, at, text, undo: () => undo() }
    const key = this.#keyOf(item)
    this.#left.set(key, left)
    if (view.opened === id) view.opened = ''
    view.outcomes.delete(id)
    undo = act()
    view.show()
    view.focus(`u${id}`)
    view.say(text)
    setTimeout(() => this.#endUndo(key, left), UNDO_TIME)
    return () => {
      this.#left.delete(key)
      view.show()
    }
  }

  #endUndo(key: string, left: Left): void {
    if (this.#left.get(key) !== left) return
    const hadFocus = this.list.querySelector(`[data-k="${CSS.escape(`u${left.id}`)}"]:focus`)
    this.#left.delete(key)
    this.#view.show()
    const { children } = this.list
    const next = (children[left.at] ?? children[left.at - 1]) as HTMLElement | undefined
    if (hadFocus) this.#view.focus(`x${next?.dataset.id}`, 'name')
  }
}
