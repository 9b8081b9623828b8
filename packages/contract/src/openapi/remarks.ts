/** What the documentation says of an operation beyond its summary, and which fields its example shows. */
import { identityNames, listNames } from '../wire/names.ts'

/** What an operation's name and summary leave open; Markdown. */
export const remarks: Readonly<Record<string, string>> = {
  generateRegid: `Send a UUID v4 for a guest, an e-mail address for a logged-in shopper, or both when a guest logs in: the guest’s
lists and alerts then move to the account, and the account’s ${identityNames.regid} is given. The same uuid or address always gives
the same ${identityNames.regid}. A visitor who only looks leaves no trace: nothing is stored before the first write.`,
  syncGuest: `May be repeated at will, on every page load too. Lists of the same name and type become one; the guest’s list ids go on
working. The answer’s ${identityNames.regid} is the account’s; the guest’s old ${identityNames.sessionId} works with it as well as the
new one.`,
  undoMerge: `The guest gets back what it brought, as it was; what the account did since stays with the account. Where a guest was merged
into several accounts, the last one is meant unless an address is sent.`,
  registerGuest: `For a browser, which must not hold an API key. Without a uuid each call gives a new guest; nothing is stored
before the first write.`,
  syncShopper: `The store’s server renders a token into its page, signed with the store’s identity secret, that holds for 24 hours at
most; \`exp\`, \`iat\` and \`nbf\` are seconds since 1970, and a minute of difference between clocks is allowed. After
\`heartbell store secret rotate\` the secret before the last one still holds. The answer’s ${identityNames.regid} is the account’s.`,
  socialCount: 'A shopper counts once, whatever number of lists holds the product; archived lists count too.',
  socialCounts: 'In the order asked. A shopper counts once for each product.',
  recordSeen: 'The newest 50 of each kind are kept. A cart replaces the one told before; an empty array empties it.',
  addToWishlist: `Name the shopper by either field. The default list is the shopper’s oldest wishlist in use. Variants alone are enough
where the catalog knows them; otherwise send one product with its variant, product and page.`,
  removeFromWishlist: 'A product that is not there is no fault.',
  subscribeInStock: 'The same as a subscription by e-mail to `backinstock`.',
  endSessions: 'Name the shopper by either field. The next `generate-regid` gives a session that works again.',
  changeItems: `At least one of the three arrays is required; each may hold 250 items. Removals come first, then updates, then
additions, all or none, so a change of variant is one removal and one addition. Adding what is there already is a success.

A custom item is sent with a title in place of product and variant, in stores that have custom items switched on; the answer carries
the ids that were made for it.`,
  createList: 'A name is taken when the shopper has an active list of that type with the same name, whatever the case.',
  updateList: 'Only what is sent changes. An empty field clears a note or the properties.',
  fetchLists:
    'Wishlists come before other types, each oldest first; items newest first. Archived lists are left out unless asked for.',
  fetchUserList:
    'Pages follow one another by the cursor in the answer’s pagination, so none is lost or shown twice while items are added.',
  fetchListWithContents: 'Works with any shopper’s identity when the list is public.',
  deleteList: `The answer is the list as it was; ${listNames.status} is still 1 in it. The list and its items are gone.`,
  contains: 'The keys of the answer are the ids that were asked for; the values are the lists they are in.',
  emailList: `The list must be public. The name and the note may hold no links; products are shown as the catalog knows them. The mail is kept before this call answers and sent right after, again and again if the mail
server is away. The same mail asked for twice within ten minutes is sent once. The store limits how many a
shopper sends and an address gets: 429 names the limit.`,
  reportShare: 'Counted once for a shopper, list, way and day, however often it is told.',
  createSaved: 'A shopper has one such list. Where there is one already, it is the answer, whatever it is called.',
  addSaved: 'Each item succeeds or fails by itself.',
  removeSaved: 'Each item succeeds or fails by itself; one that is not there fails.',
  updateSaved: 'Each item succeeds or fails by itself; one that is not there fails.',
  moveSaved: 'Each item succeeds or fails by itself; one that is not there fails.',
  subscribe: `Repeating a subscription is a success and leaves one subscription. Stock and topics are not checked here: subscribe to
products that are sold out, or to topics that suit the product. A \`User-Agent\` header is required.`,
  subscribeShopper: `The answer is the same whether or not the address was subscribed before. Asking again is a success and keeps the place
in line. Only the owner of an address can take back what it said about the mailing list: a 0 from anybody else is passed over.`,
  fetchSubscriptions: `A logged-in shopper also sees what was asked for with their e-mail address elsewhere. Alerts that were left are not
shown.`,
  removeSubscriptions: `Only the shopper’s own; done twice, the second call says 0. Where somebody else asked for the same alert with the same
address, it goes on for them, unless the owner of the address leaves.`,
  recordProducts: `Everything but the ids may be left out: what is not sent stays as it was, null takes it away. A thousand products
a call at most; as a stream of lines (\`application/x-ndjson\`), one product a line, as many as you like. A line that can’t be read is passed
over and told in the answer.`,
  recordStock: `A thousand variants a call at most. Variants the catalog does not know are named in the answer and passed over. As a
dry run nothing changes, and the answer says who would be told.`,
  saveTopics: `What is not sent of a topic stays as it was. Options are written as the store’s settings are (\`"2h"\`, \`"1.5"\`). The
rules of \`backinstock\` and \`comingsoon\` are the same in every store.`,
  triggerTopic: `Whoever was told is not told again. Topics that nobody set up can be told of too.`,
  recordOrder: `A line of an order counts once, however often it is told. Offers of the buyer are taken, also those that lapsed or were
taken back before the order came; the units are not offered to the next before a younger stock figure says that they are there.`,
  browseSubscriptions:
    'One who waits is listed by the time of asking anew, the others by the time of their first asking.',
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
  deleteProducts: ['variantIds'],
  recordOrder: ['email', 'total', 'currency'],
}
