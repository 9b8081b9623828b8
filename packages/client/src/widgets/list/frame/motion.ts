/** Motion that says what happened: rows move to their new place, a picture leaves towards the bag. None if the shopper prefers that. */

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

const soft = { duration: 260, easing: 'cubic-bezier(.2,.8,.2,1)' }

/** Call it before the children change; the returned function, called after, moves them from where they were, except one. */
export function watchMoves(list: Element, except?: Element): () => void {
  const before = new Map<string | undefined, DOMRect>()
  for (const child of list.children) before.set((child as HTMLElement).dataset.id, child.getBoundingClientRect())
  return () => {
    if (isCalm() || !before.size) return
    for (const child of list.children) {
      if (child === except) continue
      const from = before.get((child as HTMLElement).dataset.id)
      const to = child.getBoundingClientRect()
      const translate = from && `${from.x - to.x}px ${from.y - to.y}px`
      if (!from) child.animate([{ opacity: 0, scale: 0.97 }, {}], soft)
      else if (translate !== '0px 0px') child.animate([{ translate }, {}], soft)
    }
  }
}

/** A copy of the row's picture shrinks; `isUp`: on its way to the bag or another list, which are above. */
export function sendOff(row: HTMLElement, isUp: boolean): void {
  const picture = row.querySelector<HTMLElement>('.pic')
  if (!picture || isCalm()) return
  const { x, y, width } = picture.getBoundingClientRect()
  const copy = picture.cloneNode(true) as HTMLElement
  copy.inert = true
  Object.assign(copy.style, { position: 'fixed', zIndex: 4, left: `${x}px`, top: `${y}px`, width: `${width}px` })
  row.closest('.list')!.append(copy)
  const end = { opacity: 0, scale: isUp ? 0.2 : 0.8, ...(isUp && { translate: `0 ${-y}px` }) }
  copy.animate([{}, end], { ...soft, duration: isUp ? 450 : 200 }).onfinish = () => copy.remove()
}
