/** Which files a page may load, what begins each of them, and what core.js and parts.js lend to the others. */

/** By the file that lends: the modules it holds for all, and their names. */
export const lent = {
  core: {
    'client/identity.ts': ['newKey'],
    'client/names.ts': ['writeItem', 'wishlist'],
    'client/records.ts': ['isSame', 'readItem', 'readList'],
    'client/hush.ts': ['hush'],
    'widgets/element.ts': ['h', 'wear', 'define'],
    'widgets/heart.ts': ['productOf'],
    'widgets/kit.ts': ['heartbell', 'load', 'Widget'],
    'widgets/texts.ts': ['say', 'pageLanguage'],
  },
  parts: {
    'client/write-now.ts': ['writeNow'],
    'widgets/look.ts': ['look'],
    'widgets/toast.ts': ['tell'],
    'widgets/row.ts': ['rowPicture', 'rowText', 'isGone'],
    'widgets/button.ts': ['button', 'rowButton', 'sorry', 'tellRemoved', 'redraw'],
  },
}

const install = (name) => `import { install } from './widgets/${name}.ts'\ninstall()`
const cart = (name) =>
  `import { ${name}Cart } from './cart/${name}.ts'\nimport { heartbell } from './widgets/kit.ts'\nheartbell.cart = ${name}Cart()`

/** By the file they borrow from; what parts.js has, it has from core.js in part. */
export const entries = {
  parts: { notify: install('notify'), drawer: install('drawer'), saved: install('saved') },
  core: {
    account: install('account'),
    compat: `import { installCompat } from './compat.ts'\nimport { heartbell } from './widgets/kit.ts'\ninstallCompat(heartbell)`,
    'cart-shopify': cart('shopify'),
    'cart-woo': cart('woo'),
  },
}
