/** The object that old scripts know as `_swat`: the client with its calls, and older members that only those scripts use. */
import { answer, run, type Then } from '../callbacks/answer.ts'
import type { Callbacks } from '../callbacks/callbacks.ts'
import type { WireRecord } from '../client/names.ts'
import { type Heartbell, heartbell, loadWidget } from '../widgets/kit.ts'
import { h } from '../widgets/shared/element.ts'
import { openCart } from './cart.ts'
import { openOldStorage } from './old-storage.ts'
import { type Page, page } from './page.ts'
import { hasSeveralLists, makeSettings } from './settings.ts'
import { fetchShopProduct } from './shop-product.ts'
import { showMessage } from './show-message.ts'
import { mapShopifyProducts, transformCartItem } from './theme-products.ts'
import { currencyText, utilities } from './utilities.ts'

function makeUi(client: Heartbell) {
  const notify = ({ message }: { message: string }) => showMessage(message)
  const notices = { showSuccessNotification: notify, showErrorNotification: notify }
  return {
    ...notices,
    uiRef: notices,
    open: async () => {
      await loadWidget('drawer')
      client.openDrawer!()
    },
    /** `lid`: a shared list; otherwise the shopper's own. */
    renderWishlistInContainer: async (place: Element | null, { lid }: { lid?: string } = {}) => {
      await loadWidget('drawer')
      place?.replaceChildren(h('heartbell-list' as 'div', { list: lid }))
    },
  }
}

/** Starts the parts that have their own files. */
export type Load = { buttons(): unknown; older(): unknown }

/** Members that load their file when one is called first. */
function makeOlder(client: Heartbell, load: Load) {
  const later =
    (name: string) =>
    async (...given: unknown[]) => {
      await load.older()
      return await (client.older as Record<string, (...given: unknown[]) => unknown>)[name]!(...given)
    }
  const { fetchShared, ...calls } = Object.fromEntries(
    [
      'getAllCollections',
      'removeWishlistCollection',
      'removeCollectionsFromProduct',
      'addCollectionsToProduct',
      'addProductsToCollection',
      'removeProductsFromCollection',
      'deleteEvent',
      'sendEmailWishList',
      'fetchShared',
    ].map((name) => [name, later(name)]),
  )
  return { ...calls, sharedWlApi: { fetch: fetchShared } }
}

export function makeSwat(client: Heartbell & Callbacks, load: Load) {
  const { isInDeviceCart, ...cart } = openCart(page, client)
  // not `heartbell` itself, whose currency is a code
  const swat = Object.assign(
    Object.create(client) as object,
    client,
    cart,
    makeOlder(client, load),
    openOldStorage(client),
    {
      /** Replaced in the client when the file of the buttons is loaded. */
      initializeActionButtons: async (...given: unknown[]) => {
        await load.buttons()
        client.initializeActionButtons!(...given)
      },
      refresh: async (ok?: Then) => {
        const lists = await client.refresh()
        run(ok, lists)
        return lists
      },
      fetchWrtEventType: client.fetchWrtEventTypeET,
      getProductDetails: ({ du }: WireRecord, ok?: Then, err?: Then) => answer(fetchShopProduct(du), ok, err),
      mapShopifyProducts: (products: Page[]) => mapShopifyProducts(page, products),
      pid: heartbell?.settings.store,
      currency: currencyText(),
      utils: utilities,
      platform: { ...client.platform, isInDeviceCart, transformCartItem },
      ui: makeUi(client),
      retailerSettings: makeSettings(),
      isAlreadyAuth: () => client.isSignedIn(),
      isCollectionsEnabled: hasSeveralLists,
      collectionsApi: {
        /** Every list is ready at any time; calls the function that it gets. */
        initializeCollections: (...given: unknown[]) =>
          run(given.find((one) => typeof one === 'function') as Then, swat),
      },
    },
  )
  return swat
}
