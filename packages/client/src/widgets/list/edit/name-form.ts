/** Creates, renames and deletes lists. */
import { createList, removeList, renameList, restoreList } from '../../../client/manage-lists.ts'
import type { List } from '../../../client/records.ts'
import type { Problem } from '../../../client/sync/call-api.ts'
import { announce, heartbell } from '../../kit.ts'
import { button, tryAgain } from '../../shared/button.ts'
import { h } from '../../shared/element.ts'
import { t } from '../../shared/texts.ts'
import { addStyle } from '../add-style.ts'
import type { View } from '../context.ts'
import { listIdOf } from './order.ts'
import { editStyle } from './style.ts'

/** With `list` it is renamed, otherwise a new one is created; `then` gets the new one before it is shown. */
export function openName(view: View, list?: List, then?: (made: List) => unknown): void {
  addStyle(view, editStyle)
  const input = h('input', {
    id: 'list-name',
    maxlength: 50,
    value: list?.name,
    autocomplete: 'off',
    'data-k': 'new-name',
    'aria-describedby': 'list-count list-wrong',
  })
  const count = h('span', { id: 'list-count', class: 'soft' })
  const wrong = h('p', { id: 'list-wrong', class: 'wrong', role: 'alert' })
  const save = h('button', { class: 'main' }, t('keep', 'Save'))
  const check = () => {
    const length = [...input.value.trim()].length
    count.textContent = `${length} / 50 · ${t('length', '3 to 50 characters')}`
    save.disabled = length < 3 || length > 50
    wrong.textContent = ''
  }
  const close = () => {
    view.form.replaceChildren()
    view.focus('menu', 'name')
  }
  const send = async (event: Event) => {
    event.preventDefault()
    save.disabled = true
    try {
      const made = list
        ? await renameList(heartbell, await listIdOf(view), input.value)
        : await createList(heartbell, input.value)
      if (!list) announce(view.body, 'list-created', { list: made })
      if (then) await then(made)
      else view.choose(made.listId)
      close()
    } catch (problem) {
      const isTaken = (problem as Problem).status === 409
      wrong.textContent = isTaken ? t('taken', 'You already have a list with this name.') : tryAgain()
      save.disabled = false
      input.focus()
    }
  }
  input.addEventListener('input', check)
  check()
  view.form.replaceChildren(
    h(
      'form',
      { onsubmit: send },
      h('label', { for: 'list-name' }, list ? t('rename', 'Rename') : t('create', 'New list')),
      h('div', { class: 'line' }, input, save, button(t('cancel', 'Cancel'), close, { class: 'bare' })),
      count,
      wrong,
    ),
  )
  input.select()
  input.focus()
}

/** Undo restores the same list, with its items and its address; it is offered until the page is left. */
export async function deleteList(view: View, list: List): Promise<void> {
  try {
    const listId = await listIdOf(view)
    await removeList(heartbell, listId)
    view.choose('')
    offerUndo(view, listId, t('deleted', '{0} deleted', list.name))
  } catch {
    view.toast(tryAgain())
  }
}

/** A line above the rows, which no redraw removes. */
function offerUndo(view: View, listId: string, text: string): void {
  addStyle(view, editStyle)
  const word = t('undo', 'Undo')
  const restore = async () => {
    try {
      await restoreList(heartbell, listId)
    } catch {
      return view.toast(tryAgain())
    }
    line.remove()
    view.choose(listId)
    view.focus('name')
    view.say(t('undone', 'Undone'))
  }
  const line = h(
    'div',
    { class: 'deleted' },
    h('span', {}, text),
    button(word, restore, { 'data-k': `u${listId}`, 'aria-label': `${word}: ${text}` }),
  )
  view.form.before(line)
  view.focus(`u${listId}`)
  view.say(text)
}
