/** What was decided beside the specification, section 8: settled after public callers and themes were run. */
import type { Section } from './section.ts'

export const contractCallers: Section[] = [
  {
    id: 'C8.1',
    title: 'Records',
    statements: {
      'uri-api': 'uri of a product record from the API is the product’s address including the variant.',
      'uri-shopify': 'The same from Shopify.',
      'uri-woocommerce': 'The same from WooCommerce.',
      'uri-bigcommerce': 'The same from BigCommerce.',
      'uri-feed': 'The same from a feed.',
      'uri-unknown': 'When nothing better is known, uri is du with the platform’s variant parameter.',
      'shopify-du': 'Shopify products get du from handle and the shop’s address.',
      bundle: 'Bundle items keep iu, uri and vendor as sent, "" included.',
      empty: 'Text that was sent empty stays empty: iu of items and of product records alike.',
      'custom-back':
        'A custom item’s own record sent back in a or u, with its epi, empi and lity, is that custom item.',
      topics: 'topics is a JSON array of names: a bare word, a JSON string, a comma list: 400.',
      'topic-case': 'Topic names compare ignoring case; the stored spelling is the configured one.',
      limit: 'limit of delete-list: any int64 of at least 0; a page size never decides whether the list is deleted.',
      customers: 'POST /storeadmin/v3/customers fills fname, lname, m, extags and pd of the owner info.',
      'customer-webhooks': 'Customer webhooks of the platforms fill them, too.',
      strangers: 'To strangers a public list shows userinfo.em as "" and the first name.',
      'own-names': 'SaveForLater.init and fetchLists are on heartbell itself; data-compat only adds old names.',
      'wrong-names':
        'A wrong field name that would lose meaning (email for useremail in orders, price for pr) is refused naming the right one.',
      leeway: 'Identity tokens have 60 s leeway, documented.',
      'single-use': 'Identity tokens count once where the store asks for it.',
    },
  },
  {
    id: 'C8.2',
    title: 'Ids',
    statements: {
      gid: 'gid://shopify/ProductVariant/123 and gid://shopify/Product/123, plain or base64, mean 123 in every call.',
      'gid-import': 'And in every import.',
      import:
        '--as shopify-products keys by the numeric ids where the export has them, and says plainly when it has none.',
    },
  },
  {
    id: 'C8.3',
    title: 'Script interface',
    statements: {
      'swym-loaded': 'Every action button has the class swym-loaded as soon as it works.',
      lookup:
        'SwymViewProducts (by id or handle), SwymPageData and SwymProductVariants give the right variant and address.',
      'never-guess': 'epi is never empi; nothing is saved when the variant is not known: the shopper is asked for it.',
      addToWatchlist: 'data-swaction="addToWatchlist" opens the notify form; its event fires after success only.',
      renderTemplateString:
        'SwymUtils.renderTemplateString(text, object) with {{x}}, {{#x}}…{{/x}}, {{^x}}…{{/x}}; values are escaped.',
      formatProductPrice: 'SwymUtils.formatProductPrice(product) gives the product with cu.',
      classes: 'SwymUtils.addClass, removeClass, toggleClass and onDOMReady.',
      isInDeviceCart: 'platform.isInDeviceCart(epi).',
      EventTypes: 'EventTypes has addToCart, addToWishList, addToWishlist, addToWatchlist, pageView.',
      replayAddToCart: 'replayAddToCart(product, variantId, ok, err).',
      renderWishlistCount: 'renderWishlistCount(element, cb) writes the number and calls cb(count, element).',
      notifications:
        'ui.showSuccessNotification({ message }) and ui.showErrorNotification({ message }), both also under ui.uiRef; ui.open.',
      sendListViaEmail: 'sendListViaEmail({ toEmailId, fromName, note, lid }); without lid the default list.',
      generateSharedListURL: 'generateSharedListURL(lid or null, (url, lid) => …).',
      events: 'addProductToLists, removeProductFromLists, addProductsToList, removeProductsFromList fire events.',
      retailerSettings: 'retailerSettings.UI.Language, .Wishlist.EnableCollections, .Wishlist.SharingModes.',
      sendWatchlist: 'sendWatchlist without du takes the page’s address.',
      getSocialCount: 'getSocialCount gives { data: { count, empi }, count, empi }.',
      getSocialCountBatch: 'getSocialCountBatch([{ empi }]) and ([empi]).',
      fetchListDetails: 'fetchListDetails("lid") and ({ lid }).',
      'sfl-default': 'SaveForLater.add(undefined, items) uses the default list.',
      JSEvents: 'JSEvents has variantChanged, UIAddedToCart, movedToCartFromSFL, configLoaded, regidRefreshed.',
      others:
        'isAlreadyAuth, isCollectionsEnabled, collectionsApi.initializeCollections, shopper.fetchRecentlyViewedProducts, storage, key, get, postLoader.',
      errors: 'Error objects also carry statusText, response, getResponseHeader().',
      'every-list': 'fetchLists without lty gives every list, wishlists first.',
      'default-first': 'If a shopper has only a save-for-later list, the default wishlist is made first.',
    },
  },
  {
    id: 'C8.4',
    title: 'Offers',
    statements: {
      words: 'No message, page or widget says held or reserved, in any language, unless a reservation is connected.',
      next: 'They say who is notified next and when, in the store’s time zone.',
    },
  },
]
