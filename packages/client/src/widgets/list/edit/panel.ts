/** What can be changed about an item: quantity, priority, note, its place, and the list it is in. */
import { copyItems, moveItems, reorderItems, setPriority } from '../../../client/manage-lists.ts'
import { isSame, type List, type Priority } from '../../../client/records.ts'
import { ignoreFailure } from '../../../client/sync/ignore-failure.ts'
import { announce, heartbell } from '../../kit.ts'
import { button, tryAgain } from '../../shared/button.ts'
import { h } from '../../shared/element.ts'
import { t } from '../../shared/texts.ts'
import { addStyle } from '../add-style.ts'
import type { View } from '../context.ts'
import type { Wish } from '../item-facts.ts'
import { priorities, priorityText } from '../priority.ts'
import { openName } from './name-form.ts'
import { idsOf, listIdOf, moveBy } from './order.ts'
import { editStyle } from './style.ts'

/** As many as the service stores. */
const LONGEST_NOTE = 2000
/** Milliseconds without a key press after which a note is saved. */
const PAUSE = 800
const MOST = 999

function quantityField(view: View, item: Wish): HTMLElement {
  const input = h('input', {
    type: 'number',
    min: 1,
    max: MOST,
    value: item.quantity ?? 1,
    'data-k': 'quantity',
    'aria-label': t('quantity', 'Quantity of {0}', item.title),
    onchange: () => put(Number(input.value)),
  })
  const put = (wanted: number) => {
    const quantity = Math.max(1, Math.min(MOST, Math.round(wanted) || 1))
    input.value = `${quantity}`
    ignoreFailure(heartbell.edit(view.list!.listId, item, { quantity }))
    view.say(`${quantity}`)
  }
  const step = (by: number, label: string, sign: string) =>
    button(sign, () => put(Number(input.value) + by), { 'data-k': sign, 'aria-label': label })
  return h(
    'div',
    { class: 'stepper' },
    step(-1, t('fewer', 'One less'), '−'),
    input,
    step(1, t('another', 'One more'), '+'),
  )
}

/** A press on the chosen one takes it away. */
function priorityField(view: View, item: Wish): HTMLElement {
  let chosen = item.priority
  const buttons = priorities.map((priority) =>
    button(priorityText(priority), () => choose(priority === chosen ? undefined : priority), { 'data-k': priority }),
  )
  const mark = () => {
    for (const [at, one] of buttons.entries()) one.ariaPressed = `${priorities[at] === chosen}`
  }
  const choose = async (wanted: Priority | undefined) => {
    const before = chosen
    chosen = wanted
    mark()
    try {
      await setPriority(heartbell, await listIdOf(view), item, wanted ?? null)
    } catch {
      chosen = before
      mark()
      view.toast(tryAgain())
    }
  }
  mark()
  return h('div', { class: 'chips', role: 'group', 'aria-label': t('weight', 'Priority') }, ...buttons)
}

function noteField(view: View, item: Wish): HTMLElement {
  const { listId } = view.list!
  let saved = item.note ?? ''
  let pause: ReturnType<typeof setTimeout>
  const save = () => {
    clearTimeout(pause)
    const note = input.value.trim()
    if (note === saved) return
    saved = note
    ignoreFailure(heartbell.edit(listId, item, { note: note || null }))
  }
  const input = h('textarea', {
    rows: 2,
    maxlength: LONGEST_NOTE,
    'data-k': 'note',
    'aria-label': t('noteOn', 'Note on {0}', item.title),
    onchange: save,
    oninput: () => {
      clearTimeout(pause)
      pause = setTimeout(save, PAUSE)
      // before the queue's own listener, which sends what is stored by then
      addEventListener('pagehide', save, { capture: true, once: true })
    },
  })
  input.value = item.note ?? ''
  return h(
    'div',
    {},
    input,
    view.list!.isPublic && h('p', { class: 'soft' }, t('seen', 'People who see this list see the note, too.')),
  )
}

/** Moves it back and, where it was between others, to its place. */
async function moveBack(listId: string, to: string, item: Wish, next: string | undefined): Promise<void> {
  await moveItems(heartbell, to, listId, [item])
  if (next) await reorderItems(heartbell, listId, { item: item.variantId, before: next })
}

function moveTo(view: View, item: Wish, { listId: to, name, items }: List): void {
  const text = t('movedTo', '{0} is now in {1}', item.title, name)
  // it is there already, with its own note and quantity: only the one here goes, and Undo brings back just that
  if (items.some((other) => isSame(other, item))) return void view.leave(item, text, () => view.takeOut(item), true)
  const order = idsOf(view.items)
  const next = order[order.indexOf(`${item.variantId}`) + 1]
  const act = () => {
    const sorry = () => view.toast(tryAgain())
    const moved = listIdOf(view).then(async (listId) => {
      await moveItems(heartbell, listId, to, [item])
      announce(view.body, 'moved', { product: item, list: to })
      return listId
    })
    moved.catch(() => {
      bringBack()
      sorry()
    })
    return () => void moved.then((listId) => moveBack(listId, to, item, next)).catch(sorry)
  }
  const bringBack = view.leave(item, text, act, true)
}

async function copyTo(view: View, item: Wish, { listId: to, name }: List): Promise<void> {
  try {
    await copyItems(heartbell, await listIdOf(view), to, [item])
    view.toast(t('copiedTo', '{0} is also in {1}', item.title, name))
  } catch {
    view.toast(tryAgain())
  }
}

function listField(view: View, item: Wish): HTMLElement {
  const others = view.lists.filter(({ listId }) => listId !== view.list!.listId)
  const select = h(
    'select',
    { 'data-k': 'to', 'aria-label': t('other', 'Other list') },
    ...others.map(({ listId, name }) => h('option', { value: listId }, name)),
    h('option', { value: '' }, `${t('create', 'New list')} …`),
  )
  const go = (act: (view: View, item: Wish, to: List) => unknown) => () => {
    // as it is now: a copy may have been made since the panel was drawn
    const to = view.lists.find(({ listId }) => listId === select.value)
    if (to) act(view, item, to)
    else openName(view, undefined, (made) => act(view, item, made))
  }
  return h(
    'div',
    { class: 'line' },
    select,
    button(t('moveTo', 'Move'), go(moveTo)),
    button(t('copyTo', 'Copy'), go(copyTo)),
  )
}

/** The fields have names of their own, which contain the item's title. */
const label = (text: string) => h('span', { 'aria-hidden': 'true' }, text)

/** When its row has arrived: a card takes a whole line of its own, below those before it. */
async function bringIntoView(panel: HTMLElement): Promise<void> {
  const moves = panel.closest('li')?.getAnimations() ?? []
  await Promise.allSettled(moves.map(({ finished }) => finished))
  panel.scrollIntoView({ block: 'nearest' })
}

export function drawPanel(view: View, item: Wish): HTMLElement {
  addStyle(view, editStyle)
  // edited since the panel was opened
  const now = () => view.list!.items.find((other) => isSame(other, item)) ?? item
  const panel = h(
    'div',
    { class: 'more', role: 'group', 'aria-label': item.title },
    label(t('amount', 'Quantity')),
    quantityField(view, item),
    label(t('weight', 'Priority')),
    priorityField(view, item),
    label(t('note', 'Note')),
    noteField(view, item),
    label(t('other', 'Other list')),
    listField(view, item),
    h(
      'div',
      { class: 'line' },
      ...(view.canOrder
        ? [
            button(t('up', 'Move up'), () => moveBy(view, now(), -1)),
            button(t('down', 'Move down'), () => moveBy(view, now(), 1)),
          ]
        : []),
      button(t('done', 'Done'), () => view.edit(now()), { class: 'bare last' }),
    ),
  )
  requestAnimationFrame(() => bringIntoView(panel))
  return panel
}
