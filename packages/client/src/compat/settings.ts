/** `retailerSettings`: the store's settings that old scripts read. A page may change them. */
import { pageLanguage, t } from '../widgets/shared/texts.ts'

export const makeSettings = () => ({
  General: {},
  UI: { Enabled: true, Language: pageLanguage().slice(0, 2) },
  Wishlist: {
    Enabled: true,
    EnableCollections: true,
    EnableMultipleWishlist: true,
    EnableSocialCount: true,
    // a page that wants social networks adds their addresses; this file names no other server
    SharingModes: [
      { type: 'email', url: 'mailto:?body={{url}}' },
      { type: 'sms', url: 'sms:?&body={{url}}' },
    ],
  },
  SaveForLater: { Enabled: true },
  Watchlist: { Enabled: true },
  Strings: {
    get WishlistAddCTA() {
      return t('save', 'Save to wishlist')
    },
    get WatchlistAddCTA() {
      return t('notify', 'Notify me when it is back')
    },
  },
})
