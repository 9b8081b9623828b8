/** Longer descriptions of operations for the documentation, and which optional fields their examples show. */
import {
  arrangementNames,
  customerNames,
  identityNames,
  listAdditionNames,
  listNames,
  platformDataNames,
  savedAlertNames,
} from '../wire/names.ts'

/** Follows the summary; Markdown. */
export const remarks: Readonly<Record<string, string>> = {
  generateRegid: `Send a UUID v4 for a guest, an e-mail address for a logged-in shopper, or both when a guest logs in: the guest’s
lists and alerts then move to the account, and the answer is the account’s ${identityNames.regid}. The same uuid or address always gets
the same ${identityNames.regid}. Nothing is stored before the first write.`,
  syncGuest: `May be repeated, even on every page load. Lists of the same name and type become one; the guest’s list ids keep
working. The answer’s ${identityNames.regid} is the account’s; the guest’s old ${identityNames.sessionId} works with it as well as the
new one.`,
  undoMerge: `The guest gets back what it had at the merge; changes that the account made since then stay with the account. If a guest was
merged into several accounts, the last one is used unless an address is sent.`,
  registerGuest: `For a browser, which must not have an API key. Without a uuid each call creates a new guest; nothing is stored
before the first write.`,
  syncShopper: `The store’s server renders a token into its page, signed with the store’s identity secret and valid for an hour
at most (the setting \`identity-lifetime\` allows up to a day); \`exp\`, \`iat\` and \`nbf\` are seconds since 1970, each with 60 seconds of tolerance for
clocks that differ. With the setting \`identity-single-use\` a token is accepted once, and a second use answers 401 \`identity-used\`. After
\`heartbell store secret rotate\` the previous secret is still valid. The answer’s ${identityNames.regid} is the account’s.`,
  socialCount: 'A shopper counts once, however many of their lists contain the product; archived lists count too.',
  socialCounts: 'In the order of the request. A shopper counts once for each product.',
  recordSeen: 'The newest 50 of each kind are stored. A cart replaces the previous one; an empty array empties it.',
  addToWishlist: `Identify the shopper by either field. The default list is the shopper’s oldest active wishlist. Variants alone are enough
if they are in the catalog; otherwise send one product with its variant, product and page.`,
  removeFromWishlist: 'Removing a product that is not in the list is a success.',
  subscribeInStock: 'The same as a subscription by e-mail to `backinstock`.',
  endSessions: 'Identify the shopper by either field. The next `generate-regid` issues a new session.',
  changeItems: `At least one of the three arrays is required; each may contain 250 items. Removals come first, then updates, then
additions; either all succeed or none, so a change of variant is one removal and one addition. Adding an existing item is a success.

A custom item is sent with a title instead of product and variant, in stores where custom items are enabled; the answer contains
the ids that were created for it.`,
  createList: 'A name is taken when the shopper has an active list of any type with the same name, in any letter case.',
  updateList:
    'Only the fields that are sent change. An empty field clears the properties; an empty note is an empty text, and null (in a JSON body) clears it.',
  fetchLists:
    'Wishlists come before other types, each oldest first; items newest first. Archived lists are not included unless requested.',
  fetchUserList:
    'Send the cursor from the answer’s pagination for the next page; no item is lost or repeated while items are added.',
  fetchListWithContents: 'Works with any shopper’s identity when the list is public.',
  deleteList: `The answer is the list as it was before; ${listNames.status} is still 1 in it. The list and its items are deleted;
\`restore-list\` brings them back for 30 days.`,
  restoreList: `Only for its owner, for 30 days (setting \`keep-deleted-lists\`), and for the newest 25 deleted lists of a shopper. Until then the list does not exist for
anybody and is not counted. A list that is there already is the answer. If another active list has taken the name, the restored one gets the name with a number, and
\`${listNames.additions}.${listAdditionNames.renamedFrom}\` is the old one. A save-for-later list is united with the one that the shopper has by then.`,
  fetchSavedAlerts:
    'For a guest everything is off: alerts go to the e-mail address of an account. Nothing is stored, so that a page may ask after each heart.',
  chooseSavedAlerts: `Only for logged-in shoppers: messages go to the address of the account. Without a list, \`${savedAlertNames.enabled}\` answers for everything that the shopper
saved, and the answer is stored as a consent with its time, its source and the text that was shown; a store asks once. With \`${savedAlertNames.listId}\`, it includes or silences
that list. \`${savedAlertNames.topics}\` says what the alerts are about. Several changes within the store’s \`digest-window\` are one message.`,
  moveItems: `Nothing of an item is lost: price when saved, note, quantity, label, custom fields, priority, the parts of a bundle. The moved items are the first in the owner’s order
of the other list. A variant that the other list has already becomes one item, as in a merge: the larger quantity, the earlier creation time, of the other fields the
newer edit. Moving again is a success: an item that is only in the other list has moved already.`,
  copyItems:
    'The same as moving, but the items stay in the first list, and the copies have not arrived yet. Copying again leaves one copy.',
  reorderItems: `Send \`${arrangementNames.items}\` in the wanted order: they share the places that they have now, and items that are not sent stay where they are. Or send
\`${arrangementNames.variantId}\` with \`${arrangementNames.before}\` or \`${arrangementNames.after}\` to move one item. Items added later come first. The answer has the ordered items;
\`fetch-user-list\` sorts by this order with \`position\`, every other answer stays sorted by time.`,
  setPriority:
    'At least one of the three fields is required. Null, or an empty text in a form, removes a value. A field that is not sent stays as it was.',
  contains: 'The keys of the answer are the requested ids; the values are the lists that contain them.',
  emailList: `The list must be public. The name and the note may not contain links; products are shown as in the catalog. The mail is stored before this call answers and sent
right after; it is retried while the mail server is unavailable. The same mail requested twice within ten minutes is sent once. The store
limits how many mails a shopper sends and an address gets: 429 names the limit.`,
  reportShare: 'Counted once for each shopper, list, medium and day, however often it is sent.',
  createSaved:
    'A shopper has one such list. If it exists already, it is the answer, regardless of its name; otherwise the name must be free, as for every new list.',
  addSaved: 'Each item succeeds or fails by itself.',
  removeSaved: 'Each item succeeds or fails by itself; one that is not in the list fails.',
  updateSaved: 'Each item succeeds or fails by itself; one that is not in the list fails.',
  moveSaved: 'Each item succeeds or fails by itself; one that is not in the list fails.',
  subscribe: `Repeating a subscription is a success and leaves one subscription. Stock and topics are not checked here: subscribe to
products that are sold out, or to topics that suit the product. A \`User-Agent\` header is required.`,
  subscribeShopper: `The answer is the same whether or not the address was subscribed before. Subscribing again is a success and keeps the
place in line. Only the owner of an address can remove it from the mailing list: a 0 from anybody else is ignored.`,
  fetchSubscriptions: `A logged-in shopper also gets the subscriptions made elsewhere with their e-mail address. Removed subscriptions are
not included.`,
  removeSubscriptions: `Removes only the shopper’s own; a second call answers 0. If somebody else subscribed to the same alert with the same
address, it continues for them, unless the owner of the address removes it.`,
  recordProducts: `Only the ids are required: a field that is not sent stays as it was, null clears it. At most a thousand products
a call; as a stream of lines (\`application/x-ndjson\`), one product a line, there is no limit. A line that cannot be parsed is skipped
and reported in the answer.`,
  recordCustomers: `Keyed by the e-mail address, as \`${customerNames.email}\` or \`${customerNames.userEmail}\`. Only fields that are sent change; null clears one. Repeating a call
changes nothing, and a customer whose \`${customerNames.platformData}.${platformDataNames.updatedAt}\` is older than the stored one is counted in \`older\` and changes nothing. A customer who has
never visited is stored, too: the lists show the data as soon as there are some. Strangers who see a public list get the first name only.`,
  deleteCustomers: `Deletes names, phone number, tags, preferences and platform data. Lists, alerts and sessions stay; to erase a person with
them, use \`heartbell erase\` or the dashboard.`,
  recordStock: `At most a thousand variants a call. Variants that are not in the catalog are skipped and listed in the answer. A dry run
changes nothing, and the answer lists who would be notified.`,
  saveTopics: `A part of a topic that is not sent stays as it was. Options have the format of the store’s settings (\`"2h"\`, \`"1.5"\`). The
rules of \`backinstock\`, \`comingsoon\` and \`pricedrop\` are the same in every store.`,
  triggerTopic: `Nobody is notified twice. Topics without a setup can be triggered, too.`,
  recordOrder: `A line of an order counts once, however often it is sent. It uses the buyer’s offers, also those that expired or were
revoked before the order arrived; the units are not offered to the next person before newer stock data shows them as available.`,
  browseSubscriptions:
    'A waiting subscription is sorted by the time of its last renewal, the others by the time they were created.',
  fetchEvents: `The events that webhooks are sent, also for stores without a webhook. Store the answer’s cursor with what you stored of the page, and send it with the next call; an empty page has one, too.
No event is skipped or repeated, however many calls write at the same time. Events are deleted after \`keep-webhooks\` (30 days): a cursor from before that is refused, so that
nothing is missed in silence. With the setting \`event-feed=all\` the feed contains events of lists, too; the default \`alerts\` leaves them out, unless a webhook subscribes to them.`,
  endSubscription: 'Ending again is a success and changes nothing. The shopper may subscribe again.',
  moveSubscription: `Only to another variant of the same product. If the address has an alert for that variant already, that one goes on with the earlier of the two
places, and the answer shows it. Moving does not confirm an unconfirmed alert. Moving again is a success and changes nothing.`,
  changeAddress: `The person agreed to it at your shop: a consent of the new address is recorded with this call. With \`double-opt-in\` the alert is unconfirmed until the new address
confirms; it keeps its place. Unsent messages go to the new address. If the new address has the same alert already, that one goes on with the earlier place. The answer
is the same whether or not the address was known.`,
  notifySubscription: `Refused when the alert ended, is unconfirmed or its address must not be written to, and when the rule of its topic objects: \`backinstock\` when the product is sold
out; topics that are triggered by hand do not look at stock. Where units are offered one by one, it opens an offer of a unit that nobody else has. Quiet hours and the frequency cap
delay the message. Calling again notifies nobody twice.`,
}

/** Which optional fields an operation's example shows beside the required ones, by our names. */
export const shownFields: Readonly<Record<string, readonly string[]>> = {
  generateRegid: ['uuid'],
  endSessions: ['email'],
  registerGuest: ['uuid'],
  syncShopper: ['identity'],
  readWishlist: ['email'],
  addToWishlist: ['email', 'variantIds'],
  removeFromWishlist: ['email', 'variantIds'],
  subscribeInStock: ['email', 'variantIds'],
  createList: ['note'],
  updateList: ['name'],
  changeItems: ['add'],
  changeItemsEverywhere: ['add'],
  fetchUserList: ['itemsLimit', 'sortBy'],
  contains: ['variantIds'],
  emailList: ['fromName', 'note'],
  reorderItems: ['items'],
  setPriority: ['priority'],
  deleteProducts: ['variantIds'],
  recordOrder: ['email', 'total', 'currency'],
}
