/** The files that are loaded on demand, each import written out: bundlers find and split only these. */
import type { Cart } from './client/cart.ts'
import { heartbell } from './widgets/kit.ts'
import type { Loaded } from './widgets/shared/import-file.ts'

type Files = Record<string, () => Promise<Loaded>>

/** `words/<group>/<language>` */
const languages = (group: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([language, load]) => [`words/${group}/${language}`, load]))

/** For a module that exports no `install` itself. */
const installing = (install: () => unknown): Loaded => ({ install: () => void install() })

/** A list that is shown already gets its button. */
const useCart = (cart: Cart) =>
  installing(() => {
    heartbell.cart = cart
    heartbell.emit()
  })

/** By the names in `scripts/entries.js`, which makes the same files for pages without a bundler. */
export const modules: Files = {
  account: () => import('./widgets/account.ts'),
  buttons: () => import('./compat/buttons/buttons.ts'),
  callbacks: () => import('./widgets/callbacks.ts'),
  'cart-shopify': () => import('./cart/shopify.ts').then(({ shopifyCart }) => useCart(shopifyCart())),
  'cart-woo': () => import('./cart/woo.ts').then(({ wooCart }) => useCart(wooCart())),
  check: () => import('./widgets/check.ts'),
  compat: () => import('./compat.ts').then(({ installCompat }) => installing(() => installCompat(heartbell))),
  drawer: () => import('./widgets/list/drawer.ts'),
  follow: () => import('./widgets/follow.ts'),
  lists: () => import('./widgets/lists/lists.ts'),
  'list-bag': () => import('./widgets/list/bag/list-bag.ts'),
  'list-frame': () => import('./widgets/list/frame/list-frame.ts'),
  'list-rows': () => import('./widgets/list/rows/list-rows.ts'),
  'list-edit': () => import('./widgets/list/edit/list-edit.ts'),
  'list-tools': () => import('./widgets/list/tools/list-tools.ts'),
  notify: () => import('./widgets/notify/notify.ts'),
  'notify-form': () => import('./widgets/notify/form/notify-form.ts'),
  'notify-notes': () => import('./widgets/notify/notes/notify-notes.ts'),
  older: () => import('./compat/older-calls.ts'),
  parts: () => import('./widgets/parts.ts'),
  picker: () => import('./widgets/picker.ts'),
  press: () => import('./widgets/press.ts'),
  saved: () => import('./widgets/saved.ts'),
  share: () => import('./widgets/share/share.ts'),
  'share-more': () => import('./widgets/share/share-more.ts'),
  ...languages('core', {
    ar: () => import('./widgets/words/core/ar.ts'),
    de: () => import('./widgets/words/core/de.ts'),
    es: () => import('./widgets/words/core/es.ts'),
    fr: () => import('./widgets/words/core/fr.ts'),
    hi: () => import('./widgets/words/core/hi.ts'),
    it: () => import('./widgets/words/core/it.ts'),
    ja: () => import('./widgets/words/core/ja.ts'),
    nl: () => import('./widgets/words/core/nl.ts'),
    pt: () => import('./widgets/words/core/pt.ts'),
    sv: () => import('./widgets/words/core/sv.ts'),
  }),
  ...languages('list', {
    ar: () => import('./widgets/words/list/ar.ts'),
    de: () => import('./widgets/words/list/de.ts'),
    es: () => import('./widgets/words/list/es.ts'),
    fr: () => import('./widgets/words/list/fr.ts'),
    hi: () => import('./widgets/words/list/hi.ts'),
    it: () => import('./widgets/words/list/it.ts'),
    ja: () => import('./widgets/words/list/ja.ts'),
    nl: () => import('./widgets/words/list/nl.ts'),
    pt: () => import('./widgets/words/list/pt.ts'),
    sv: () => import('./widgets/words/list/sv.ts'),
  }),
  ...languages('edit', {
    ar: () => import('./widgets/words/edit/ar.ts'),
    de: () => import('./widgets/words/edit/de.ts'),
    es: () => import('./widgets/words/edit/es.ts'),
    fr: () => import('./widgets/words/edit/fr.ts'),
    hi: () => import('./widgets/words/edit/hi.ts'),
    it: () => import('./widgets/words/edit/it.ts'),
    ja: () => import('./widgets/words/edit/ja.ts'),
    nl: () => import('./widgets/words/edit/nl.ts'),
    pt: () => import('./widgets/words/edit/pt.ts'),
    sv: () => import('./widgets/words/edit/sv.ts'),
  }),
  ...languages('notify', {
    ar: () => import('./widgets/words/notify/ar.ts'),
    de: () => import('./widgets/words/notify/de.ts'),
    es: () => import('./widgets/words/notify/es.ts'),
    fr: () => import('./widgets/words/notify/fr.ts'),
    hi: () => import('./widgets/words/notify/hi.ts'),
    it: () => import('./widgets/words/notify/it.ts'),
    ja: () => import('./widgets/words/notify/ja.ts'),
    nl: () => import('./widgets/words/notify/nl.ts'),
    pt: () => import('./widgets/words/notify/pt.ts'),
    sv: () => import('./widgets/words/notify/sv.ts'),
  }),
  ...languages('form', {
    ar: () => import('./widgets/words/form/ar.ts'),
    de: () => import('./widgets/words/form/de.ts'),
    es: () => import('./widgets/words/form/es.ts'),
    fr: () => import('./widgets/words/form/fr.ts'),
    hi: () => import('./widgets/words/form/hi.ts'),
    it: () => import('./widgets/words/form/it.ts'),
    ja: () => import('./widgets/words/form/ja.ts'),
    nl: () => import('./widgets/words/form/nl.ts'),
    pt: () => import('./widgets/words/form/pt.ts'),
    sv: () => import('./widgets/words/form/sv.ts'),
  }),
  ...languages('share', {
    ar: () => import('./widgets/words/share/ar.ts'),
    de: () => import('./widgets/words/share/de.ts'),
    es: () => import('./widgets/words/share/es.ts'),
    fr: () => import('./widgets/words/share/fr.ts'),
    hi: () => import('./widgets/words/share/hi.ts'),
    it: () => import('./widgets/words/share/it.ts'),
    ja: () => import('./widgets/words/share/ja.ts'),
    nl: () => import('./widgets/words/share/nl.ts'),
    pt: () => import('./widgets/words/share/pt.ts'),
    sv: () => import('./widgets/words/share/sv.ts'),
  }),
}
