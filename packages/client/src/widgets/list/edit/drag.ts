/** Drags a row to another place with mouse, pen or finger. The other rows make room while it moves. */
import type { View } from '../context.ts'
import { filesNow } from '../files.ts'
import type { Wish } from '../item-facts.ts'
import { idsOf, putOrder, sayPlace } from './order.ts'

/** Pixels from the edge of the window where the list begins to scroll, and how far it scrolls in each frame. */
const EDGE = 72
const STEP = 10

type Point = { clientX: number; clientY: number }

const idOf = (row: Element) => (row as HTMLElement).dataset.id!

/** The row whose place is under the pointer; offsets, because a row that is on its way has moved rectangles. */
function rowAt(view: View, row: HTMLElement, { clientX, clientY }: Point): HTMLElement | undefined {
  const { left, top } = view.rows.getBoundingClientRect()
  const [x, y] = [clientX - left, clientY - top]
  return ([...view.rows.children] as HTMLElement[]).find((other) => {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = other
    const isIn = x > offsetLeft && x < offsetLeft + offsetWidth && y > offsetTop && y < offsetTop + offsetHeight
    if (!isIn || other === row || view.isCards) return isIn
    // rows have different heights: beyond the middle, so that two of them do not change places again and again
    const isBelow = other.offsetTop > row.offsetTop
    return isBelow === y > offsetTop + offsetHeight / 2
  })
}

const scrollerOf = (view: View): Element => view.body.closest('dialog') ?? document.scrollingElement!

export function drag(view: View, item: Wish, grip: HTMLElement, event: PointerEvent): void {
  const row = grip.closest('li')!
  const id = idOf(row)
  const box = row.getBoundingClientRect()
  const from = { x: event.clientX - box.x, y: event.clientY - box.y }
  let order = idsOf(view.items)
  const before = order
  let point: Point = event
  let frame = 0

  const makeRoom = () => {
    const rows = [...view.rows.children]
    const other = rowAt(view, row, point)
    if (!other || other === row) return
    const settle = filesNow().frame!.watchMoves(view.rows, row)
    if (rows.indexOf(other) > rows.indexOf(row)) other.after(row)
    else other.before(row)
    settle()
    const shown = [...view.rows.children].map(idOf)
    order = shown.filter((one) => before.includes(one))
    // a redraw for another reason keeps the row here
    view.order = order
    sayPlace(view, item, order.indexOf(id), order.length)
  }

  const follow = () => {
    row.style.translate = ''
    makeRoom()
    const { x, y } = row.getBoundingClientRect()
    row.style.translate = `${point.clientX - from.x - x}px ${point.clientY - from.y - y}px`
  }

  const scroll = () => {
    const { clientY } = point
    const step = clientY < EDGE ? -STEP : clientY > innerHeight - EDGE ? STEP : 0
    if (step) {
      scrollerOf(view).scrollBy(0, step)
      follow()
    }
    frame = requestAnimationFrame(scroll)
  }

  const end = (isKept: boolean) => {
    cancelAnimationFrame(frame)
    listening.abort()
    const settle = filesNow().frame!.watchMoves(view.rows)
    row.classList.remove('lift')
    row.style.translate = ''
    settle()
    if (isKept && `${order}` !== `${before}`) return putOrder(view, id, order)
    view.order = undefined
    view.show()
  }

  const listening = new AbortController()
  const { signal } = listening
  const on = (name: string, act: (event: PointerEvent & KeyboardEvent) => void) =>
    addEventListener(name, act as EventListener, { signal, capture: true })
  on('pointermove', (event) => {
    point = event
    follow()
  })
  on('pointerup', () => end(true))
  on('pointercancel', () => end(false))
  on('keydown', (event) => {
    if (event.key !== 'Escape') return
    // the drawer stays open
    event.preventDefault()
    end(false)
  })
  grip.setPointerCapture(event.pointerId)
  row.classList.add('lift')
  scroll()
}
