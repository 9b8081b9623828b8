/** The global names that storefront scripts of this API family expect: `_swat`, `SwymCallbacks`, declarative buttons. */
import { makeCallbacks } from './callbacks.ts'
import type { Client } from './client/client.ts'
import type { WireRecord } from './client/names.ts'

// biome-ignore lint/suspicious/noExplicitAny: globals of the page have unknown types
type Page = Record<string, any>

export function installCompat(client: Client & Record<string, unknown>): void {
  const page = globalThis as Page
  if (page._swat) return
  const face = makeCallbacks(client)
  const { isIn, dispatch, ...methods } = face
  const buttons = '[data-swaction]'

  /** The product in a button's attributes, completed by the page's own product data. */
  const productOf = ({ dataset }: HTMLElement): WireRecord => {
    const { productId: empi, variantId, productUrl, productTitle: dt, imageUrl: iu, price } = dataset
    const views = page.SwymViewProducts ?? {}
    const known = views[productUrl ?? ''] ?? views[dataset.productHandle ?? ''] ?? {}
    const info = page.SwymProductInfo
    const here = !empi && !productUrl && info ? (info.variants?.[0] ?? info.product ?? {}) : {}
    const fromButton = {
      empi,
      epi: variantId,
      du: productUrl && new URL(productUrl, location.href).href,
      dt,
      iu,
      pr: price && Number(price),
    }
    const product = { ...here, ...known, ...JSON.parse(JSON.stringify(fromButton)) }
    return { ...product, epi: product.epi ?? product.empi, du: product.du ?? location.href.split('#')[0] }
  }

  const mark = (button: HTMLElement, isAdded: boolean) => {
    button.classList.toggle('swym-added', isAdded)
    button.setAttribute('aria-pressed', `${isAdded}`)
  }
  const show = async (button: HTMLElement) => mark(button, await isIn(productOf(button)))
  const initializeActionButtons = (container?: string | Element | null, selector = buttons) => {
    const within = typeof container === 'string' ? document.querySelector(container) : container
    for (const button of (within ?? document).querySelectorAll<HTMLElement>(selector))
      if (/wishlist/i.test(button.dataset.swaction ?? '')) show(button).catch(() => {})
  }

  // one listener for the page, so that buttons rendered later work, too
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest?.<HTMLElement>(buttons)
    if (!button) return
    event.preventDefault()
    const product = productOf(button)
    if (/watchlist/i.test(button.dataset.swaction!)) dispatch('sw:addedtowatchlist', product, 'asked')
    else {
      const isAdded = button.classList.contains('swym-added')
      mark(button, !isAdded)
      const done = isAdded ? face.removeFromWishList : face.addToWishList
      done(product, null, () => mark(button, isAdded))
    }
  })
  const showAll = () => initializeActionButtons()
  client.on('change', showAll)

  const getEncodedAsObject = (text: string) => Object.fromEntries(new URLSearchParams(text.replace(/^[?#]/, '')))
  const renderWishlistCount = async (where: string | Element, then?: (element: Element, count: number) => void) => {
    const element = typeof where === 'string' ? document.querySelector(where) : where
    const count = ((await face.wishlistCount()) ?? 0) as number
    if (!element) return
    if (then) then(element, count)
    else element.textContent = `${count}`
  }

  const swat = Object.assign(client, methods, {
    initializeActionButtons,
    renderWishlistCount,
    utils: { getEncodedAsObject },
    retailerSettings: {
      Wishlist: { EnableMultipleWishlist: true, EnableSocialCount: true },
      SaveForLater: {},
      Watchlist: {},
    },
    getProductInfo: productOf,
  })
  page._swat = swat
  page.SwymUtils = { getEncodedAsObject, formatProductPrice: (price: number) => Number(price).toFixed(2) }

  const queued: unknown[] = page.SwymCallbacks ?? []
  const run = (callback: unknown) => {
    try {
      ;(callback as (swat: unknown) => void)(swat)
    } catch (error) {
      // an error in one script must not stop the next
      reportError(error)
    }
  }
  page.SwymCallbacks = { push: (...callbacks: unknown[]) => callbacks.forEach(run) }
  queued.forEach(run)
  showAll()
}
