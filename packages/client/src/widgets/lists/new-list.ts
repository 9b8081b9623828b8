/** The row that creates a list: a button that becomes a field with a live count. */
import { createList } from '../../client/manage-lists.ts'
import type { List } from '../../client/records.ts'
import type { Problem } from '../../client/sync/call-api.ts'
import { announce, heartbell } from '../kit.ts'
import { button } from '../shared/button.ts'
import { h, icon } from '../shared/element.ts'
import { t } from '../shared/texts.ts'
import { problemText } from './problem-text.ts'

const plus = 'M12 5v14M5 12h14'

/** Names are compared as the service does: without letter case, of any type of list. */
const isTaken = (name: string) =>
  heartbell.seen().some((list) => (list.name || t('list', 'My wishlist')).toLowerCase() === name.toLowerCase())

const reason = (problem: Problem): string =>
  problem.status === 409 ? t('taken', 'You already have a list with this name.') : problemText(problem)

/** `done` gets the new list. */
export function newListRow(done: (list: List) => void): HTMLElement {
  const row = h('div', { class: 'new' })
  const close = () => row.replaceChildren(open)
  const open = button(
    t('create', 'New list'),
    () => {
      row.replaceChildren(
        nameForm((list) => {
          close()
          done(list)
        }),
      )
      row.querySelector('input')!.focus()
    },
    { class: 'bare' },
  )
  open.prepend(icon(plus))
  close()
  // Escape closes the field first, then the panel
  row.onkeydown = (event) => {
    if (event.key !== 'Escape' || open.isConnected) return
    event.preventDefault()
    close()
    open.focus()
  }
  return row
}

function nameForm(done: (list: List) => void): HTMLElement {
  const input = h('input', { id: 'name', maxlength: 50, autocomplete: 'off', 'aria-describedby': 'count wrong' })
  const count = h('span', { id: 'count', class: 'soft' })
  const wrong = h('p', { id: 'wrong', class: 'wrong', role: 'alert' })
  const create = h('button', { class: 'main' }, t('make', 'Create'))
  const check = () => {
    const name = input.value.trim()
    // characters as a person counts them
    const { length } = [...name]
    count.textContent = `${length} / 50 · ${t('length', '3 to 50 characters')}`
    wrong.textContent = isTaken(name) ? t('taken', 'You already have a list with this name.') : ''
    create.disabled = length < 3 || length > 50 || !!wrong.textContent
  }
  const send = async (event: Event) => {
    event.preventDefault()
    if (create.disabled) return
    create.disabled = true
    try {
      const list = await createList(heartbell, input.value)
      announce(null, 'list-created', { list })
      done(list)
    } catch (problem) {
      wrong.textContent = reason(problem as Problem)
      create.disabled = false
    }
  }
  input.oninput = check
  check()
  return h(
    'form',
    { onsubmit: send },
    h('label', { for: 'name' }, t('name', 'Name of the list')),
    h('div', { class: 'field' }, input, create),
    count,
    wrong,
  )
}
