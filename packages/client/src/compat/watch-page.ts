/** Follows the page: loads the file of the buttons when there is one, opens the list for links to it. */
import { ignoreFailure } from '../client/sync/ignore-failure.ts'

/** A bar is an empty place for a button on a product page. */
const places = '[data-swaction],.swym-wishlist-button-bar,.swym-isa-button-bar'
const listAddress = '#swym-wishlist'

export function watchForButtons(startButtons: () => unknown): void {
  const isThere = () => {
    if (!document.querySelector(places)) return false
    startButtons()
    return true
  }
  if (isThere()) return
  const observer = new MutationObserver(() => isThere() && observer.disconnect())
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['data-swaction'] })
}

export function watchForLinks(openList: () => Promise<void>): void {
  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest?.(`a[href$="${listAddress}"]`)) return
    event.preventDefault()
    ignoreFailure(openList())
  })
  if (location.hash === listAddress) ignoreFailure(openList())
}
