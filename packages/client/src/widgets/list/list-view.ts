/** One list in the drawer or on the list page: switcher, rows, creating, renaming, sharing, removing with undo. */

import { createList, removeList, renameList, shareList } from '../../client/manage-lists.ts'
import { wishlist } from '../../client/names.ts'
import { type Item, isSame, type List, type Product } from '../../client/records.ts'
import type { Problem } from '../../client/sync/call-api.ts'
import { ignoreFailure } from '../../client/sync/ignore-failure.ts'
import { heartbell, loadWidget } from '../kit.ts'
import { button, redraw, rowButton, toastRemoved, tryAgain } from '../shared/button.ts'
import { h } from '../shared/element.ts'
import { isSoldOut, rowPicture, rowText } from '../shared/row.ts'
import { t } from '../shared/texts.ts'
import { showToast } from '../shared/toast.ts'

export class ListView {
  readonly body = h('div', { class: 'list' })
  /** Another person's list, read-only. */
  shared: List | undefined
  #chosen = ''
  #form: 'create' | 'rename' | '' = ''
  #shown = ''

  get #lists(): List[] {
    return heartbell.seen().filter(({ type }) => type === wishlist)
  }

  get #list(): List | undefined {
    return this.shared ?? this.#lists.find(({ listId }) => listId === this.#chosen) ?? this.#lists[0]
  }

  /** Redraws only after a change, so that focus and typed text stay. */
  show(): void {
    const list = this.#list
    const state = JSON.stringify(
      [this.#form, this.#lists.map(({ listId, name }) => [listId, name]), list, t('empty', '')],
      // the inputs already show these values
      (name, value) => (name === 'quantity' || name === 'note' ? undefined : value),
    )
    if (this.#shown === state) return
    this.#shown = state
    redraw(
      this.body,
      ...(this.shared ? [] : [this.#bar(list), this.#form ? this.#nameForm(list) : '']),
      list?.items.length
        ? h(
            'ul',
            { part: 'rows', 'aria-label': list.name || t('list', 'My wishlist') },
            ...list.items.map((item) => this.#row(list, item)),
          )
        : h('p', { class: 'soft empty' }, t('empty', 'Nothing saved yet. Tap a heart to save a product.')),
    )
  }

  #bar(list: List | undefined): HTMLElement {
    const choose = (event: Event) => {
      this.#chosen = (event.target as HTMLSelectElement).value
      this.show()
    }
    const lists = this.#lists
    const open = (form: 'create' | 'rename') => () => {
      this.#form = form
      this.show()
      this.body.querySelector('input')?.focus()
    }
    return h(
      'div',
      { class: 'bar' },
      lists.length > 1 &&
        h(
          'select',
          { 'aria-label': t('choose', 'Choose a list'), 'data-k': 'choose', onchange: choose },
          ...lists.map(({ listId, name, count }) =>
            h(
              'option',
              { value: listId, selected: listId === list?.listId },
              `${name || t('list', 'My wishlist')} (${count})`,
            ),
          ),
        ),
      button(t('create', 'New list'), open('create')),
      !!list && button(t('rename', 'Rename'), open('rename')),
      !!list && button(t('share', 'Share'), () => this.#share(list)),
      lists.length > 1 && !!list && button(t('delete', 'Delete list'), () => this.#delete(list)),
    )
  }

  #nameForm(list: List | undefined): HTMLElement {
    const isNew = this.#form === 'create'
    const input = h('input', {
      id: 'name',
      maxlength: 50,
      required: true,
      value: isNew ? '' : list?.name,
      autocomplete: 'off',
      'data-k': 'name',
      'aria-describedby': 'count',
    })
    const count = h('span', { id: 'count', class: 'soft' })
    const save = h('button', { class: 'main' }, t('keep', 'Save'))
    const checkLength = () => {
      const length = [...input.value.trim()].length
      count.textContent = `${length} / 50 · ${t('length', '3 to 50 characters')}`
      save.disabled = length < 3 || length > 50
    }
    input.addEventListener('input', checkLength)
    checkLength()
    const send = async (event: Event) => {
      event.preventDefault()
      try {
        const made = isNew
          ? await createList(heartbell, input.value)
          : await renameList(heartbell, list!.listId, input.value)
        this.#chosen = made.listId
        this.#form = ''
        this.show()
      } catch (problem) {
        this.#toast(
          (problem as Problem).status === 409 ? t('taken', 'You already have a list with this name.') : tryAgain(),
        )
      }
    }
    const cancel = () => {
      this.#form = ''
      this.show()
    }
    return h(
      'form',
      { onsubmit: send },
      h('label', { for: 'name' }, t('name', 'Name of the list')),
      h('div', { class: 'bar' }, input, save, button(t('cancel', 'Cancel'), cancel, { class: 'bare' })),
      count,
    )
  }

  get #where(): Node | undefined {
    return this.body.closest('dialog') ?? undefined
  }

  #toast(text: string): void {
    showToast(text, '', undefined, this.#where)
  }

  async #share({ listId, name }: List): Promise<void> {
    try {
      const url = await shareList(heartbell, listId)
      if (navigator.share && matchMedia('(pointer: coarse)').matches) await navigator.share({ title: name, url })
      else {
        await navigator.clipboard.writeText(url).catch(() => prompt(t('share', 'Share'), url))
        this.#toast(t('copied', 'The link is copied.'))
      }
    } catch (problem) {
      const { type, name: kind } = problem as Problem
      if (kind === 'AbortError') return
      this.#toast(type === 'login-required' ? t('signIn', 'Sign in to share this list.') : tryAgain())
    }
  }

  async #delete(list: List): Promise<void> {
    await removeList(heartbell, list.listId)
    toastRemoved(async () => {
      const { listId } = await createList(heartbell, list.name)
      for (const item of [...list.items].reverse()) heartbell.add(item as Product, listId)
      this.#chosen = listId
    }, this.#where)
  }

  #row(list: List, item: Item): HTMLElement {
    const { title = '', url, variantId, productId, stock, quantity, note } = item
    const id = `${variantId}`
    const gone = isSoldOut(item)
    const about = { variant: variantId, product: productId, url, name: title, image: item.imageUrl, price: item.price }
    const change = (more: object) => {
      const now = this.#list?.items.find((other) => isSame(other, item)) ?? item
      heartbell.add({ ...now, ...more } as Product, list.listId)
    }
    const remove = () => {
      heartbell.remove(item, list.listId)
      toastRemoved(() => heartbell.add(item as Product, list.listId), this.#where)
    }
    const toBag = async () => {
      try {
        await heartbell.cart!.add(variantId, quantity ?? 1)
        heartbell.emit('cart', { product: item })
        this.#toast(t('inBag', 'In your bag.'))
      } catch {
        this.#toast(tryAgain())
      }
    }
    if (gone) ignoreFailure(loadWidget('notify'))
    return h(
      'li',
      { part: 'row' },
      rowPicture(item),
      h(
        'div',
        { class: 'about' },
        ...rowText(item),
        stock != null &&
          stock < 6 &&
          h(
            'mark',
            { class: gone ? 'gone' : 'low' },
            gone ? t('soldOut', 'Sold out') : t('few', 'Only {0} left', stock),
          ),
        !this.shared &&
          h(
            'div',
            { class: 'bar' },
            h('input', {
              type: 'number',
              min: 1,
              max: 999,
              value: quantity ?? 1,
              'data-k': `q${id}`,
              'aria-label': t('quantity', 'Quantity of {0}', title),
              onchange: (event: Event) =>
                change({ quantity: Math.max(1, Number((event.target as HTMLInputElement).value) || 1) }),
            }),
            h('input', {
              value: note ?? '',
              placeholder: t('note', 'Note'),
              maxlength: 200,
              'data-k': `n${id}`,
              'aria-label': t('noteOn', 'Note on {0}', title),
              onchange: (event: Event) => change({ note: (event.target as HTMLInputElement).value || null }),
            }),
          ),
        h(
          'div',
          { class: 'bar' },
          gone
            ? h('heartbell-notify' as 'div', { ...about, stock: 0 })
            : !!heartbell.cart && rowButton(item, 'main', t('move', 'Move to bag'), toBag),
          this.shared ? h('heartbell-heart' as 'div', about) : rowButton(item, 'bare', t('remove', 'Remove'), remove),
        ),
      ),
    )
  }
}
