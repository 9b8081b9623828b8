/** The global names that storefront scripts of this API family expect: `_swat`, `SwymCallbacks`, `SwymUtils`, declarative buttons. */
import { answer, run, type Then } from '../callbacks/answer.ts'
import type { Callbacks } from '../callbacks/callbacks.ts'
import type { WireRecord } from '../client/names.ts'
import { ignoreFailure } from '../client/sync/ignore-failure.ts'
import { type Heartbell, loadWidget } from '../widgets/kit.ts'
import { openCart } from './cart.ts'
import { openOldStorage } from './old-storage.ts'
import { page } from './page.ts'
import { makeSettings } from './settings.ts'
import { fetchShopProduct } from './shop-product.ts'
import { showMessage } from './show-message.ts'
import { utilities } from './utilities.ts'

/** An error in one script must not stop the next. */
const runSafely = (script: unknown, ...given: unknown[]) => {
  try {
    ;(script as (...given: unknown[]) => void)(...given)
  } catch (error) {
    reportError(error)
  }
}

/** `loadButtons` starts the declarative buttons; it is called when the page has one. */
export function installOldNames(client: Heartbell & Callbacks, loadButtons: () => unknown): void {
  if (page._swat) return
  const { isInDeviceCart, ...cart } = openCart(page, client)

  let isLoading = false
  const startButtons = async () => {
    isLoading = true
    await loadButtons()
  }
  /** The loaded file replaces this one. */
  const initializeActionButtons = (...given: unknown[]) =>
    startButtons().then(() => (swat as Heartbell).initializeActionButtons!(...given))
  const findButtons = () => {
    if (!isLoading && document.querySelector('[data-swaction]')) startButtons()
    return isLoading
  }

  const notify = ({ message }: { message: string }) => showMessage(message)
  const openList = async () => {
    await loadWidget('drawer')
    client.openDrawer!()
  }
  const notices = { showSuccessNotification: notify, showErrorNotification: notify }

  const swat = Object.assign(client, cart, openOldStorage(client), {
    initializeActionButtons,
    getProductDetails: ({ du }: WireRecord, ok?: Then, err?: Then) => answer(fetchShopProduct(du), ok, err),
    utils: utilities,
    platform: { ...client.platform, isInDeviceCart },
    ui: { ...notices, uiRef: notices, open: openList },
    retailerSettings: makeSettings(),
    isAlreadyAuth: () => client.isSignedIn(),
    isCollectionsEnabled: () => true,
    collectionsApi: {
      /** Every list is ready at any time; calls the function that it gets. */
      initializeCollections: (...given: unknown[]) => run(given.find((one) => typeof one === 'function') as Then, swat),
    },
    postLoader: (name: string, value: unknown) => name === 'Callback' && runSafely(value, swat),
  })
  page._swat = swat
  page.SwymUtils = { ...page.SwymUtils, ...utilities }
  page.triggerSwymVariantEvent = (epi: unknown) => {
    page.swymVariant = epi
    client.dispatch(client.JSEvents.variantChanged, page.SwymProductVariants?.[`${epi}`] ?? { epi })
    client.emit()
  }
  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest?.('a[href$="#swym-wishlist"]')) return
    event.preventDefault()
    ignoreFailure(openList())
  })
  if (!findButtons()) {
    const observer = new MutationObserver(() => findButtons() && observer.disconnect())
    observer.observe(document, { childList: true, subtree: true, attributeFilter: ['data-swaction'] })
  }

  // the older way to wait for the script; its callback calls a function that the script defines
  page.initSwymShopify ??= () => {}
  const early = page[page.SwymRetailerConfig ?? '_swrc']?.Callback
  if (early) runSafely(early, swat)

  const queued: unknown[] = page.SwymCallbacks ?? []
  const runAll = (...scripts: unknown[]) => {
    for (const script of scripts) runSafely(script, swat)
  }
  page.SwymCallbacks = { push: runAll }
  runAll(...queued)
  client.dispatch(client.JSEvents.configLoaded, swat.retailerSettings)
}
