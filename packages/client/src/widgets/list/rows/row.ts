/** One item: picture, what it is, what it costs, badges, one filled action, and quiet controls. */
import { isSubscribed } from '../../../client/alerts.ts'
import { ignoreFailure } from '../../../client/sync/ignore-failure.ts'
import { heartbell, loadWidget } from '../../kit.ts'
import { h, icon } from '../../shared/element.ts'
import { language, money } from '../../shared/row.ts'
import { t } from '../../shared/texts.ts'
import { variantLink } from '../../shared/variant-link.ts'
import type { View } from '../context.ts'
import { use } from '../files.ts'
import { iconButton, paths } from '../icons.ts'
import { type Badge, badgesOf, bagLines, isGone, percentOff, type Wish } from '../item-facts.ts'
import { priorityText } from '../priority.ts'
import { linkOf, pictureOf } from './safe-address.ts'

type Part = Node | string | false

/** Without the controls that turn the direction of text, and without invisible spaces: a name could look like another, or like none. */
const shownName = ({ title = '', url = '' }: Wish) =>
  title.replace(/[\u200b\u202a-\u202e\u2060-\u2069]/g, '').trim() || url

const badge = (kind: Badge, item: Wish) => {
  const texts: Record<Badge, () => string> = {
    ended: () => t('ended', 'No longer available'),
    gone: () => t('soldOut', 'Sold out'),
    back: () => t('back', 'Back in stock'),
    low: () => t('few', 'Only {0} left', item.stock),
    cut: () => t('drop', 'Price drop'),
  }
  return h('mark', { class: kind }, texts[kind]())
}

function picture({ imageUrl }: Wish, link: string | undefined): HTMLElement {
  const source = pictureOf(imageUrl)
  const content = source
    ? h('img', { referrerPolicy: 'no-referrer', src: source, alt: '', loading: 'lazy' })
    : (icon(paths.gift) as Node)
  // the title beside it is the same link
  return link
    ? h('a', { class: 'pic', href: link, tabindex: -1, 'aria-hidden': 'true' }, content)
    : h('span', { class: 'pic', 'aria-hidden': 'true' }, content)
}

function priceLine(item: Wish): Part {
  const { price, savedPrice } = item
  if (price == null) return false
  const off = percentOff(item)
  return h(
    'p',
    { class: 'price' },
    h('b', {}, money(price)),
    off > 0 && h('span', { class: 'soft' }, ` ${t('was', 'was {0}', money(savedPrice!))} `),
    off > 0 && h('i', {}, new Intl.NumberFormat(language(), { style: 'percent' }).format(-off / 100)),
  )
}

function about(item: Wish, link: string | undefined, isBack: boolean): HTMLElement {
  const { variant, quantity, priority, note, parts } = item
  const facts = [variant, (quantity ?? 1) > 1 && `× ${quantity}`, priority && priorityText(priority)]
    .filter(Boolean)
    .join(' · ')
  return h(
    'div',
    { class: 'about' },
    h(link ? 'a' : ('span' as 'a'), { class: 'title', href: link }, h('bdi', {}, shownName(item))),
    !!facts && h('p', { class: 'soft' }, facts),
    !!parts && h('p', { class: 'soft' }, parts.map((part) => part.title).join(' + ')),
    priceLine(item),
    ...badgesOf(item, isBack).map((kind) => badge(kind, item)),
    !!note && h('p', { class: 'soft note' }, note),
  )
}

/** An alert for it is open: the element says how it stands, and ends it. */
export const isAsked = (item: Wish) => isGone(item) && isSubscribed(heartbell, item.variantId)

/** A row has no room for the form, so that it opens in a dialog; its product is the row's. */
function notifyButton(view: View, item: Wish, page: string | undefined, key: string): HTMLElement {
  const text = t('tellMe', 'Notify me')
  const open = async (event: Event) => {
    const from = event.currentTarget as HTMLElement
    await loadWidget('picker')
    const product = { ...item, url: page ?? location.href, price: item.price ?? undefined }
    if (!(await heartbell.openNotify!(product, { from }))) return
    // the row has changed, and its button with it, so that the dialog can't give the focus back
    const dialog = document.querySelector('heartbell-dialog')
    const closed = new MutationObserver(() => {
      if (dialog?.isConnected) return
      closed.disconnect()
      view.focus(`e${item.variantId}`, 'name')
    })
    closed.observe(document.body, { childList: true })
  }
  const label = `${text}: ${item.title}`
  return h('button', { type: 'button', class: 'main', 'data-k': key, 'aria-label': label, onclick: open }, text)
}

/** Another person's list and the bag: nothing moves. */
const bagText = (view: View) => (view.shared ? t('toBag', 'Add to bag') : t('move', 'Move to bag'))

function action(view: View, item: Wish, page: string | undefined, attributes: object): Part {
  const key = `m${item.variantId}`
  if (isAsked(item)) {
    ignoreFailure(loadWidget('notify'))
    return h('heartbell-notify' as 'div', { ...attributes, stock: 0, compact: true, 'data-k': key })
  }
  if (item.isEnded) return false
  if (isGone(item)) return notifyButton(view, item, page, key)
  const look = (text: string) => !!page && h('a', { class: 'main', href: page, 'data-k': key }, text)
  if (item.anyVariant) return look(t('options', 'Choose options'))
  if (!heartbell.cart || !bagLines(item).length) return look(t('view', 'View product'))
  return h(
    'button',
    {
      type: 'button',
      class: 'main',
      part: 'button',
      'data-k': key,
      'aria-label': `${bagText(view)}: ${item.title}`,
      onclick: () => use('bag').then((bag) => bag.moveToBag(view, item)),
    },
    bagText(view),
  )
}

/** By pointer and by arrow keys; `Home` and `End` move to the ends. */
function grip(view: View, item: Wish): HTMLElement {
  const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -1e3, End: 1e3 }
  const handle: HTMLElement = iconButton(
    paths.grip,
    t('reorder', 'Move {0} with the arrow keys', item.title),
    `g${item.variantId}`,
    () => {},
    {
      class: 'icon grip',
      onpointerdown: (event: PointerEvent) => {
        if (event.button) return
        event.preventDefault()
        handle.focus({ preventScroll: true })
        use('edit').then((edit) => edit.drag(view, item, handle, event))
      },
      onkeydown: (event: KeyboardEvent) => {
        const isBack = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
        const turned = getComputedStyle(handle).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
        const step = isBack && view.isCards ? (event.key === turned ? -1 : 1) : steps[event.key]
        if (!step) return
        event.preventDefault()
        use('edit').then((edit) => edit.moveBy(view, item, step))
      },
    },
  )
  return handle
}

export function drawRow(view: View, item: Wish): HTMLElement {
  const { variantId } = item
  const title = shownName(item)
  const id = `${variantId}`
  const link = linkOf(item, !!view.shared)
  const page = link && !item.kind && !item.anyVariant ? variantLink(link, item) : link
  const attributes = {
    variant: variantId,
    product: item.productId,
    url: link,
    name: title,
    option: item.variant,
    image: pictureOf(item.imageUrl),
    price: item.price,
  }
  const outcome = view.outcomes.get(id)
  const isOpen = view.opened === id
  return h(
    'li',
    { part: 'row', class: `row${isOpen ? ' open' : ''}${isGone(item) ? ' out' : ''}`, 'data-id': id },
    picture(item, page),
    about(item, page, view.isBack(item)),
    view.canOrder && grip(view, item),
    view.shared
      ? !!link && h('heartbell-heart' as 'div', { ...attributes, class: 'cross' })
      : iconButton(paths.cross, t('removeIt', 'Remove: {0}', title), `x${id}`, () => view.remove(item), {
          class: 'icon cross',
        }),
    h(
      'div',
      { class: 'acts' },
      // in its place, so that the buttons of cards beside it stay where they are, and nothing is bought twice
      !outcome?.isIn && action(view, item, page, attributes),
      !view.shared &&
        iconButton(paths.dots, t('edit', 'Edit: {0}', title), `e${id}`, () => view.edit(item), {
          class: 'icon dots',
          'aria-expanded': `${isOpen}`,
        }),
      outcome && h('p', { class: outcome.isIn ? 'in' : 'wrong' }, outcome.isIn ? '✓ ' : '', outcome.text, outcome.act),
    ),
  )
}
