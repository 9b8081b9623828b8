/** Which files a page may load, what begins each of them, and what core.js lends to the others. */

/** The module it is in, and its names. */
export const lent = {
  'client/identity.ts': ['newKey'],
  'client/names.ts': ['itemNames', 'listNames', 'read', 'write', 'wishlist'],
  'client/records.ts': ['isSame', 'readItem', 'readList'],
  'widgets/element.ts': ['h', 'icon', 'wear'],
  'widgets/heart.ts': ['productOf'],
  'widgets/kit.ts': ['heartbell', 'load', 'tell', 'Widget'],
  'widgets/texts.ts': ['say', 'pageLanguage'],
}

const install = (name) => `import { install } from './widgets/${name}.ts'\ninstall()`
const cart = (name) =>
  `import { ${name}Cart } from './cart/${name}.ts'\nimport { heartbell } from './widgets/kit.ts'\nheartbell.cart = ${name}Cart()`

export const entries = {
  notify: install('notify'),
  drawer: install('drawer'),
  saved: install('saved'),
  toast: install('toast'),
  account: install('account'),
  compat: `import { installCompat } from './compat.ts'\nimport { heartbell } from './widgets/kit.ts'\ninstallCompat(heartbell)`,
  'cart-shopify': cart('shopify'),
  'cart-woo': cart('woo'),
}
