/** `retailerSettings`: the store's settings that old scripts read. A page may change them. */
import { heartbell } from '../widgets/kit.ts'
import { pageLanguage, t } from '../widgets/shared/texts.ts'

/** A word such as `english`, by which scripts look up their texts. */
const languageName = () => new Intl.DisplayNames(['en'], { type: 'language' }).of(pageLanguage().slice(0, 2))

/** With `data-lists="one"` on the script tag a theme is told that a shopper has one list: it may have no dialog to choose among several. */
export const hasSeveralLists = () => heartbell?.settings.lists !== 'one'

export const makeSettings = () => ({
  General: {},
  UI: { Enabled: true, Language: languageName()?.toLowerCase() },
  Wishlist: {
    Enabled: true,
    EnableCollections: hasSeveralLists(),
    EnableMultipleWishlist: hasSeveralLists(),
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
