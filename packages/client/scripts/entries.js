/** The files that a page may load, the entry code of each, and what core.js and parts.js share with the others. */

/** By sharing file: its shared modules and their exported names. */
export const shared = {
  core: {
    'client/sync/new-key.ts': ['newKey'],
    'client/names.ts': ['itemNames', 'wishlist'],
    'client/records.ts': ['isSame', 'plainId', 'readItem', 'readList'],
    'client/sync/ignore-failure.ts': ['ignoreFailure'],
    'client/sync/local-data.ts': ['parseJson'],
    'widgets/shared/element.ts': ['h', 'icon', 'createShadow', 'define'],
    'widgets/heart.ts': ['productOf', 'saveFrom'],
    'widgets/kit.ts': ['heartbell', 'load', 'loadWidget', 'loadWords', 'announce', 'Widget'],
    'widgets/shared/texts.ts': ['t', 'pageLanguage'],
    'widgets/shared/say-offline.ts': ['sayOffline'],
  },
  parts: {
    'client/sync/write-now.ts': ['writeNow'],
    'widgets/shared/base-style.ts': ['baseStyle'],
    'widgets/shared/chosen-variant.ts': ['chosenVariant', 'onChoice'],
    'widgets/shared/toast.ts': ['showToast'],
    'widgets/shared/variant-link.ts': ['variantLink'],
    'widgets/shared/row.ts': ['language', 'money', 'rowPicture', 'rowText', 'isSoldOut'],
    'widgets/shared/button.ts': ['button', 'rowButton', 'tryAgain', 'toastRemoved', 'redraw'],
  },
}

const install = (name) => `import { install } from './widgets/${name}.ts'\ninstall()`
const cart = (name) =>
  `import { ${name}Cart } from './cart/${name}.ts'\nimport { heartbell } from './widgets/kit.ts'\nheartbell.cart = ${name}Cart()\nheartbell.emit()`

/** By the file they import shared code from; parts.js itself imports from core.js. */
export const entries = {
  parts: {
    notify: install('notify/notify'),
    'notify-form': install('notify/form/notify-form'),
    'notify-notes': install('notify/notes/notify-notes'),
    drawer: install('list/drawer'),
    'list-rows': install('list/rows/list-rows'),
    'list-frame': install('list/frame/list-frame'),
    'list-bag': install('list/bag/list-bag'),
    'list-edit': install('list/edit/list-edit'),
    'list-tools': install('list/tools/list-tools'),
    lists: install('lists/lists'),
    share: install('share/share'),
    'share-more': install('share/share-more'),
    saved: install('saved'),
    picker: install('picker'),
    follow: install('follow'),
  },
  core: {
    // a press needs the service, too
    press: `import { install, prepareService } from './widgets/press.ts'
import { serviceOf } from './client/sync/service.ts'
import { heartbell } from './widgets/kit.ts'
install()
prepareService()
heartbell.serviceOf = serviceOf`,
    check: install('check'),
    account: install('account'),
    callbacks: install('callbacks'),
    compat: `import { installOldNames } from './compat/old-names.ts'
import { heartbell, load } from './widgets/kit.ts'
const start = () => installOldNames(heartbell, { buttons: () => load('buttons'), older: () => load('older') })
heartbell.EventTypes ? start() : load('callbacks').then(start)`,
    buttons: `import { install } from './compat/buttons/buttons.ts'\ninstall()`,
    older: `import { install } from './compat/older-calls.ts'\ninstall()`,
    'cart-shopify': cart('shopify'),
    'cart-woo': cart('woo'),
  },
}
