/** Buttons with `data-swaction`: marked as soon as they work, with their state, also when the theme renders them later. */
import type { WireRecord } from '../../client/names.ts'
import { ignoreFailure } from '../../client/sync/ignore-failure.ts'
import { heartbell, loadWidget } from '../../widgets/kit.ts'
import { page } from '../page.ts'
import { makeActs } from './acts.ts'
import { fillBars } from './bars.ts'
import { findProduct, isItemOf } from './find-product.ts'

const buttons = '[data-swaction]'

export type Within = string | ParentNode | Iterable<ParentNode> | null | undefined

function elementsOf(within: Within): ParentNode[] {
  if (!within) return [document]
  if (typeof within === 'string') return [...document.querySelectorAll(within)]
  return 'querySelectorAll' in within ? [within] : [...within]
}

const isWishlistButton = ({ dataset }: HTMLElement) => /wishlist/i.test(dataset.swaction ?? '')

function mark(button: HTMLElement, isAdded: boolean): void {
  // themes style a saved button by either class
  button.classList.toggle('swym-added', isAdded)
  button.classList.toggle('disabled', isAdded)
  button.setAttribute('aria-pressed', `${isAdded}`)
}

let isStarted = false

/** Starts once, when the page has a button. */
export function install(): void {
  if (isStarted) return
  isStarted = true
  const acts = makeActs()
  /** One fetch from the cache for all of them. */
  const showStates = async (all: HTMLElement[]) => {
    const mine = all.filter(isWishlistButton)
    if (!mine[0]) return
    const saved = (await heartbell.fetch()) as WireRecord[] | undefined
    // without a network, or while a press waits to be sent, each button stays as it is
    if (!saved || heartbell.waiting()) return
    for (const button of mine) {
      const found = findProduct(page, button)
      // a click that is under way decides itself
      if (!button.classList.contains('swym-adding'))
        mark(
          button,
          saved.some((item) => isItemOf(item, found)),
        )
    }
  }

  /** Buttons found by a selector of the theme's own get the attribute that all others have. */
  const initializeActionButtons = (within?: Within, selector: string = buttons) => {
    const all = elementsOf(within).flatMap((one) => [
      ...(one instanceof HTMLElement && one.matches(selector) ? [one] : []),
      ...one.querySelectorAll<HTMLElement>(selector),
    ])
    for (const button of all) {
      button.dataset.swaction ??= 'addToWishlist'
      button.classList.add('swym-loaded')
    }
    ignoreFailure(showStates(all))
  }

  const press = async (button: HTMLElement) => {
    if (!isWishlistButton(button)) return await acts.watch(button)
    const { classList } = button
    if (classList.contains('swym-adding')) return
    const isAdded = classList.contains('swym-added')
    classList.add('swym-adding')
    try {
      mark(button, await acts.toggle(button, isAdded))
    } finally {
      classList.remove('swym-adding')
    }
  }

  const onClick = (event: Event) => {
    const button = (event.target as Element).closest?.<HTMLElement>(buttons)
    if (!button || !/w(ish|atch)list/i.test(button.dataset.swaction!)) return
    event.preventDefault()
    ignoreFailure(press(button))
  }
  // one listener for the page, so that buttons rendered later work, too; before the theme's own, which may stop the event
  document.addEventListener('click', onClick, true)

  const showAll = () => {
    fillBars()
    initializeActionButtons()
  }
  heartbell.on('change', showAll)
  // another variant may be selected; the theme's own listeners run first
  document.addEventListener('change', () => setTimeout(showAll))
  // a theme may render hundreds of nodes: one look for all of them
  const observer = new MutationObserver(() => {
    fillBars()
    const fresh = document.querySelectorAll<HTMLElement>(`${buttons}:not(.swym-loaded)`)
    if (fresh[0]) {
      for (const button of fresh) button.classList.add('swym-loaded')
      ignoreFailure(showStates([...fresh]))
    }
  })
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['data-swaction'] })
  heartbell.initializeActionButtons = initializeActionButtons
  // the dialogs and messages that a press needs, while there is a network
  const prepare = () => ignoreFailure(loadWidget('picker'))
  document.readyState === 'complete' ? prepare() : addEventListener('load', prepare)
  showAll()
}
