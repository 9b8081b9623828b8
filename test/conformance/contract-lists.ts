/** What was decided beside the specification, section 3: lists and their items. */
import type { Section } from './section.ts'

export const contractLists: Section[] = [
  {
    id: 'C3',
    title: 'Lists',
    statements: {
      create: 'create answers the list record with di and listcontents [].',
      'create-name':
        'create: lname is trimmed, 3 to 50 characters (else 400 invalid-lname), unique for the shopper whatever the type, ignoring case (else 409 lname-taken).',
      'create-fields': 'create also takes lnote, lty, lprops, ldesc and anonRead.',
      fromlid: 'create with fromlid duplicates that list, an own or a public one.',
      update: 'update changes any of lname, lnote, lprops, ldesc, lty, and answers the list record.',
      'update-ctx': 'update-ctx takes any of a, u, d, and answers { a, u, d } with full item records.',
      'update-multiple-ctx': 'update-multiple-ctx takes at most 10 lids and a or d, and answers one item per list.',
      'fetch-lists':
        'fetch-lists, with an optional lty, answers a bare array of records with listcontents, cnt, userinfo.',
      'fetch-user-lists':
        'fetch-user-lists answers { status: "success", data: records without listcontents }, guests too.',
      'fetch-user-list':
        'fetch-user-list answers { list, items, userinfo, pagination }; itemslimit is 1 to 100, 50 by default.',
      'fetch-user-list-order':
        'fetch-user-list: sortby price, title or time, sortorder, filterby instock or outofstock.',
      'fetch-list-with-contents':
        'fetch-list-with-contents answers list with its listcontents inside, items, listcontents, userinfo and pagination { totalcount, next, limit }.',
      'fetch-list-with-contents-page': 'fetch-list-with-contents: limit and offset in the query page the items.',
      'fetch-list-with-contents-fields':
        'fetch-list-with-contents takes country, locale, currency and excludeArchived.',
      'fetch-list-with-contents-public': 'fetch-list-with-contents works for anybody’s regid when the list is public.',
      'fetch-list': 'fetch-list answers the list record.',
      'fetch-ctx': 'fetch-ctx answers a bare array of items.',
      'delete-list': 'delete-list answers the record as it was; the list is gone after, with its items.',
      'delete-list-page': 'delete-list: limit and offset in the query page the returned listcontents.',
      markPublic:
        'markPublic and markPrivate, of a logged-in shopper, answer the record with listcontents and anonRead.',
      markArchived: 'markArchived and markUnarchived answer the record with st 0 and 1.',
      emailList: 'emailList answers { listinfo: record, msg }, and sends through the store’s mail channel.',
      'emailList-private': 'emailList is refused unless the list may be shared.',
      reportShare: 'reportShare answers { status: "success" }, and is counted.',
      'sfl-create': 'sfl/create answers the one save-for-later list.',
      'sfl-fetch': 'sfl/fetch answers { list, items, userinfo, pagination }.',
      'sfl-items':
        'sfl/add, remove, update and moved-to-cart answer itemsadded, itemsdeleted, itemsupdated or itemsmoved, and itemsfailed.',
      'login-required': 'Calls for logged-in shoppers answer a guest with 403 login-required.',
      pid: 'pid may stand in the query or the body; both and different: 400.',
      'one-of-a-u-d': 'update-ctx without a, u and d: 400; empty arrays answer empty arrays.',
      qty: 'qty is a whole number of at least 1, else 400.',
      lengths: 'Lengths count Unicode code points after trimming; control characters in names are refused.',
      archived: 'fetch-lists leaves archived lists out unless includeArchived is true.',
      excludeArchived: 'fetch-list-with-contents shows an archived list; with excludeArchived=true it is 404.',
      'archived-name': 'The name of an archived list is free: the rule looks at active lists only.',
      pagination: 'pagination.next is an opaque text for the next page, or null; totalcount is the true number.',
      'unknown-lty':
        'A type must be configured for the store; wl and sfl always are; else 400 unknown-lty. Null is wl.',
      transaction: 'update-ctx is one transaction: deletes, then updates, then adds.',
      'add-again': 'Adding a variant that is there updates it in place: fields sent replace, others stay.',
      'delete-missing': 'Deleting an item that is not there answers d: [].',
      'unknown-item': 'Updating an item that is not there: 404 unknown-item.',
      unique: 'An item is unique by variant within a list.',
      lbls: 'lbls of more than one value: 400.',
      order: 'Lists: wishlists before other types, each oldest first, then by lid. Items: newest first. Stable.',
      listcontents: 'listcontents has up to 500 newest items; cnt is always the true number.',
      _cp: 'fromlid of more than 500 items copies in the background; _cp is true until done, also after a restart.',
      userinfo: 'userinfo is null for guests and an object after login.',
      lhash: 'lhash is the base64 of a SHA-256 over name and attributes; it changes exactly when they do.',
      internal: '_pkey and _t are present.',
      cby: 'cby and uby are null for guests.',
      private: 'Another shopper’s private list: 404 unknown-list, for read and write alike.',
      public: 'A public list of another shopper is readable, never writable.',
      snapshot:
        'An item keeps title, image and price of the moment it was added, and shows live values of the catalog.',
      inactive: 'An item survives its product’s deletion, with stk 0 and inactive true.',
      custom:
        'Custom items go through update-ctx and sfl with title instead of epi and empi; answers have epi, empi, lity.',
      'custom-edit': 'Update and delete of a custom item use the generated ids.',
      'custom-disabled': 'Custom items while the store’s switch is off: 403 custom-items-disabled.',
      'custom-invalid': 'A custom item without a title or with a negative price: 400.',
      open: 'Catalog mode open, the default, takes any product and keeps what was sent.',
      strict:
        'Catalog mode strict refuses an unknown product: 400 unknown-product; in sfl it is in itemsfailed with a reason.',
    },
  },
  {
    id: 'C9',
    title: 'Order and weight of items, and restoring lists: additions of this service',
    statements: {
      hb: 'Additions to records are in one object, hb, which is absent where there is nothing: of an item priority, desired, received, position, of a list url.',
      'own-lists': 'These calls work on the shopper’s own lists, guests too; any other list is 404 unknown-list.',
      'move-items':
        'move-items (lid, tolid, items: at most 250 epis) moves items with price when saved, note, quantity, labels, custom fields, bundle and priority.',
      'move-unites':
        'A variant that the other list has becomes one item, by the rule of merges: larger quantity, earlier creation, newer edit.',
      'move-repeated': 'Moving again is a success with the same answer.',
      'move-all-or-none': 'One unknown item: 404 unknown-item, and nothing moves.',
      'copy-items': 'copy-items does the same and leaves the items in the first list; a product counts one saver.',
      'copy-quota': 'Copying beyond a quota: 409, and nothing is copied.',
      reorder:
        'reorder with items: the named items share their places in the order of the call, others stay where they are, and new items come first.',
      'reorder-one': 'reorder with epi and before or after moves one item.',
      'order-default':
        'sortby=position and sortby=priority of fetch-user-list and fetch-list-with-contents sort by the owner’s order and by priority; every other answer stays newest first.',
      priority:
        'priority sets must-have, would-love or nice, desired and received; empty removes; what is not sent stays.',
      'restore-list': 'restore-list answers the deleted list with its lid, items, prices when saved, and public again.',
      'restore-hidden': 'A deleted list is 404 unknown-list for everybody and is not counted.',
      'restore-repeated': 'Restoring a list that is there answers it.',
      'restore-name': 'If the name is taken, the list gets a free one, and hb.renamedFrom is the old one.',
      'restore-owner': 'Only the owner restores a list.',
      'restore-time': 'A deleted list can be restored for 30 days, the newest 25 of a shopper.',
      'restore-sfl': 'A restored save-for-later list is united with the one that the shopper has by then.',
      'share-url':
        'With the setting share-url, the record of a public list has hb.url: the store’s own page with the lid in place of {lid}. E-mails about the list link there.',
    },
  },
]
