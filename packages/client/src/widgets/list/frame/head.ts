/** Above the rows of a list: its name and actions, the choice of a list; and what to do when it is empty. */
import type { List } from '../../../client/records.ts'
import { heartbell, loadWidget } from '../../kit.ts'
import { button, tryAgain } from '../../shared/button.ts'
import { h, icon } from '../../shared/element.ts'
import { heartPath } from '../../shared/heart-style.ts'
import { t } from '../../shared/texts.ts'
import { addStyle } from '../add-style.ts'
import type { Files, Part, View } from '../context.ts'
import { orSayOffline, use } from '../files.ts'
import { iconButton, paths } from '../icons.ts'
import { frameStyle } from './style.ts'

export const nameOf = ({ name }: List) => name || t('list', 'My wishlist')
const sharedText = () => t('isShared', 'Shared')
export const countText = (count: number) => (count === 1 ? t('one', '1 item') : t('many', '{0} items', count))

/** A menu that the browser closes by Escape and by a press beside it. */
function menu(label: string, ...children: Part[]): HTMLElement {
  const panel = h('div', { popover: 'auto', onclick: () => panel.hidePopover() }, ...children)
  const toggle = iconButton(paths.dots, label, 'menu', () => {}, { class: 'icon dots' })
  toggle.popoverTargetElement = panel
  panel.addEventListener('beforetoggle', () => {
    const { bottom, left, right } = toggle.getBoundingClientRect()
    const isLeft = getComputedStyle(toggle).direction === 'rtl'
    panel.style.inset = isLeft ? `${bottom}px auto auto ${left}px` : `${bottom}px ${innerWidth - right}px auto auto`
  })
  return h('div', { class: 'menu' }, toggle, panel)
}

function ownActions(view: View, list: List | undefined): Part[] {
  const item = (text: string, act: () => unknown) => button(text, act)
  const share = async (event: Event) => {
    const from = event.currentTarget as HTMLElement
    await orSayOffline(loadWidget('share'))
    heartbell.openShare!(list!, { from })
  }
  return [
    !!list && iconButton(paths.share, t('share', 'Share'), 'share', share),
    menu(
      t('menu', 'More'),
      item(t('create', 'New list'), () => use('edit').then((edit) => edit.openName(view))),
      !!list && item(t('rename', 'Rename'), () => use('edit').then((edit) => edit.openName(view, list))),
      !!list &&
        view.lists.length > 1 &&
        item(t('delete', 'Delete list'), () => use('edit').then((edit) => edit.deleteList(view, list))),
    ),
  ]
}

export function drawHead(view: View): Part[] {
  const { list, shared, isCards } = view
  const about = [list?.count && countText(list.count), list?.isPublic && !shared && sharedText()].filter(Boolean)
  const turn = isCards ? t('asRows', 'Show as rows') : t('asCards', 'Show as cards')
  return [
    h(
      'div',
      { class: 'name' },
      !!shared &&
        h(
          'p',
          { class: 'soft' },
          shared.owner ? t('by', '{0} shares this list', shared.owner) : t('sharedList', 'A shared list'),
        ),
      h('h2', { 'data-k': 'name', tabindex: -1 }, h('bdi', {}, list ? nameOf(list) : t('list', 'My wishlist'))),
      !!about[0] && h('p', { class: 'soft' }, about.join(' · ')),
    ),
    !!list?.count && iconButton(isCards ? paths.rows : paths.cards, turn, 'turn', () => view.turn()),
    ...(shared ? [] : ownActions(view, list)),
  ]
}

export function drawChips({ lists, list, choose }: View): Part[] {
  return lists.map((one) =>
    h(
      'button',
      {
        type: 'button',
        'data-k': `l${one.listId}`,
        'aria-pressed': `${one === list}`,
        onclick: () => choose(one.listId),
      },
      `${nameOf(one)} `,
      h('span', {}, `${one.count}`),
      one.isPublic && (icon(paths.share) as Node),
      one.isPublic && h('span', { class: 'hide' }, ` ${sharedText()}`),
    ),
  )
}

/** Instead of a list: that it is not shared, or could not be fetched. */
function drawProblem({ options }: View, isGone: boolean, retry: () => unknown): HTMLElement {
  return h(
    'div',
    { class: 'empty', role: 'status' },
    h(
      'p',
      {},
      isGone
        ? t('private', 'There is no shared list here: its owner stopped sharing it, or the link is incomplete.')
        : tryAgain(),
    ),
    isGone
      ? h('a', { class: 'main', href: options.home || '/' }, t('browse', 'Continue shopping'))
      : button(t('retry', 'Try again'), retry),
  )
}

/** Grey cards with the size of real ones. */
const drawLoading = (): HTMLElement =>
  h(
    'div',
    { class: 'list' },
    h('p', { class: 'soft bar', role: 'status' }, t('loading', 'Loading …')),
    h('div', { class: 'wait' }, ...Array.from({ length: 4 }, () => h('i'))),
  )

/** Drawn again only if it says something else, so that a press is not lost and nothing is announced twice. */
export const drawInstead: Files['frame']['drawInstead'] = (root, view, problem, retry) => {
  const body = problem ? drawProblem(view, /40[04]/.test(`${problem.status}`), retry) : drawLoading()
  if (root.textContent === body.textContent) return
  root.replaceChildren(body)
  addStyle({ body }, frameStyle)
}

export function drawEmpty(view: View): Part[] {
  if (view.list?.items.length)
    return [
      h(
        'p',
        { class: 'empty' },
        t('none', 'Nothing matches.'),
        button(t('all', 'Show all'), () => {
          view.tools.replaceChildren()
          view.arrange = undefined
          view.show()
          view.focus('name')
        }),
      ),
    ]
  const go = t('browse', 'Continue shopping')
  const isOnlyThis = view.shared || view.lists.some(({ count }) => count)
  return [
    h(
      'div',
      { class: 'empty' },
      icon(heartPath) as Node,
      h('b', {}, isOnlyThis ? t('bare', 'There is nothing in this list yet.') : t('empty', 'Nothing saved yet')),
      !view.shared && h('p', { class: 'soft' }, t('tap', 'Tap the heart of a product to keep it here.')),
      view.options.close
        ? button(go, view.options.close)
        : h('a', { class: 'main', href: view.options.home || '/' }, go),
    ),
  ]
}
