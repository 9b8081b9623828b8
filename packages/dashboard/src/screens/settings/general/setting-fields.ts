/** Every setting of a store: label, description and kind of input. */
import { listPageMarks } from '@heartbell/contract/names'
import { limits, messageLimits, quotas } from './limit-fields.ts'
import type { Section } from './setting-section.ts'

const shop: Section = {
  title: 'Shop',
  fields: [
    {
      word: 'shop-url',
      label: 'Address of the shop',
      about: 'Links in messages lead only to products of the catalog or to this host.',
      kind: 'url',
      example: 'https://shop.example',
    },
    {
      word: 'share-url',
      label: 'Page for shared lists',
      about: 'A page of the shop that shows public lists. Empty: a page of this service.',
      example: `https://shop.example/wishlist?list=${listPageMarks.listId}`,
    },
    { word: 'country', label: 'Country', about: 'How national phone numbers are read.', example: 'DE' },
    {
      word: 'timezone',
      label: 'Time zone',
      about: 'Used for quiet hours and daily figures.',
      example: 'Europe/Berlin',
    },
    {
      word: 'locale',
      label: 'Language',
      about: 'The language of messages, unless the shopper chose another one.',
      choices: [
        ['en', 'English'],
        ['de', 'Deutsch'],
        ['fr', 'Français'],
        ['es', 'Español'],
        ['it', 'Italiano'],
        ['nl', 'Nederlands'],
        ['pt', 'Português'],
        ['sv', 'Svenska'],
        ['ja', '日本語'],
        ['ar', 'العربية'],
        ['hi', 'हिन्दी'],
      ],
    },
  ],
}

const messages: Section = {
  title: 'How messages look',
  fields: [
    {
      word: 'german-address',
      label: 'German: Sie or du',
      about: 'How e-mails, SMS and pages in German address shoppers. For the widgets: data-address="du" on the script.',
      choices: [
        ['sie', 'Sie'],
        ['du', 'du'],
      ],
    },
    { word: 'sender-name', label: 'Sender', about: 'The name messages come from; empty: the store’s.' },
    { word: 'reply-to', label: 'Reply to', about: 'Shoppers’ replies go to this address.', kind: 'email' },
    {
      word: 'postal-address',
      label: 'Postal address',
      about: 'Shown at the end of e-mails and pages for shoppers; many countries require it.',
      example: '1 Fern Lane, 10115 Berlin',
    },
    { word: 'brand-color', label: 'Colour', about: 'The colour of buttons in messages.', kind: 'color' },
    { word: 'logo-url', label: 'Logo', about: 'Address of an image, shown at the top of messages.', kind: 'url' },
  ],
}

const alerts: Section = {
  title: 'Alerts',
  about: 'How waiting shoppers are notified. A topic can override these.',
  fields: [
    {
      word: 'inventory',
      label: 'Stock is tracked',
      about: 'Without stock figures shoppers can’t subscribe.',
      choices: [
        ['managed', 'Yes'],
        ['unmanaged', 'No'],
      ],
    },
    {
      word: 'min-stock',
      label: 'Back in stock from',
      about: 'The number of units that counts as back in stock.',
      kind: 'number',
    },
    { word: 'low-stock', label: 'Low stock below', about: 'Stock below this number counts as low.', kind: 'number' },
    {
      word: 'pacing',
      label: 'Who is notified',
      about: 'As many shoppers as there are units, each with time to buy, or everyone at once.',
      choices: [
        ['offers', 'As many as can buy'],
        ['everyone', 'Everyone'],
      ],
    },
    {
      word: 'offer-ratio',
      label: 'Offers for each unit',
      about: '2 notifies twice as many shoppers as there are units.',
    },
    { word: 'offer-window', label: 'Time to buy', about: 'Then the next shopper is notified.', example: '2h' },
    {
      word: 'settle-time',
      label: 'Settling time',
      about: 'How long stock must stay before anybody is notified; off notifies at once.',
      example: '5m',
    },
    {
      word: 'follow-up',
      label: 'Follow-up',
      about:
        'After this time, one more message to who was notified and did not buy, while there is stock; off for none.',
      example: '2d',
    },
    {
      word: 'holdout',
      label: 'Held out to measure',
      about: 'This share is notified later, and keeps its place and its units; off for nobody.',
      example: '5%',
    },
    {
      word: 'holdout-window',
      label: 'Notified later by',
      about: 'How long held-out shoppers wait; purchases within this time are compared.',
      example: '24h',
    },
    {
      word: 'saved-alerts',
      label: 'Alerts about saved products',
      about: 'Back in stock, price drop and low stock of what signed-in shoppers saved.',
      choices: [
        ['ask', 'Ask each shopper once'],
        ['on', 'On, without asking'],
        ['off', 'Off'],
      ],
    },
    {
      word: 'price-drop-min',
      label: 'Price drop from',
      about: 'By how much a saved product must be cheaper than when it was saved.',
      example: '5%',
    },
    {
      word: 'digest-window',
      label: 'Collect changes for',
      about: 'Changes of saved products within this time are one message; off sends each at once.',
      example: '1h',
    },
    { word: 'quiet-hours', label: 'Quiet hours', about: 'Nothing is sent then; off for none.', example: '21-8' },
    {
      word: 'quiet-channels',
      label: 'Quiet for',
      about: 'The channels (email, sms, whatsapp, push) that respect the quiet hours; sms includes WhatsApp.',
    },
    {
      word: 'frequency-cap',
      label: 'At most',
      about: 'Messages to one shopper within a time; off for no limit.',
      example: '3/1d',
    },
    {
      word: 'double-opt-in',
      label: 'Ask to confirm',
      about: 'Shoppers confirm their address before they are subscribed.',
      kind: 'switch',
    },
    {
      word: 'keep-messages',
      label: 'Store e-mails and SMS for',
      about: 'After they were sent or failed.',
      example: '365d',
    },
    {
      word: 'keep-deliveries',
      label: 'Store sent alerts for',
      about: 'Of shoppers who no longer wait.',
      example: '730d',
    },
    {
      word: 'keep-webhooks',
      label: 'Store webhook events for',
      about: 'With every attempt to send them.',
      example: '30d',
    },
    {
      word: 'event-feed',
      label: 'Events that programs can fetch',
      about: 'All: also every saved item, which then takes longer to save.',
      choices: [
        ['alerts', 'Alerts, stock and orders'],
        ['all', 'All, with lists'],
        ['off', 'None'],
      ],
    },
    { word: 'keep-inbound', label: 'Store platform messages for', about: 'After they are applied.', example: '14d' },
    {
      word: 'keep-exports',
      label: 'Store exports of a shopper’s data for',
      about: 'Created when a platform asks for them.',
      example: '90d',
    },
    { word: 'keep-deleted-lists', label: 'Store deleted lists for', about: 'To restore them.', example: '30d' },
    { word: 'keep-audit', label: 'Store the audit log for', about: 'Older entries are deleted.', example: '730d' },
    { word: 'alert-expiry', label: 'Subscriptions expire after', about: 'Nobody waits longer.', example: '365d' },
  ],
}

const access: Section = {
  title: 'Access from the shop',
  fields: [
    {
      word: 'origins',
      label: 'Web origins',
      about: 'Origins whose pages may call the API for shoppers: * for all, or comma-separated.',
      example: 'https://shop.example',
    },
    {
      word: 'sessions',
      label: 'Sessions',
      about: 'Lenient accepts any session of old browser SDKs. It is less secure.',
      choices: [
        ['strict', 'Strict'],
        ['lenient', 'Lenient'],
      ],
    },
    {
      word: 'identity-lifetime',
      label: 'Identity token lifetime',
      about: 'Tokens of your server that expire later than this are refused.',
      example: '1h',
    },
    {
      word: 'identity-single-use',
      label: 'Single-use identity tokens',
      about: 'A token that was used is refused; your pages must render a new one each time.',
      kind: 'switch',
    },
  ],
}

export const generalSections = [shop, messages, alerts, access, limits, messageLimits, quotas]

export const listSections: Section[] = [
  {
    title: 'List types',
    fields: [
      {
        word: 'list-types',
        label: 'Types of lists',
        about: 'Comma-separated; wl (wishlist) and sfl (saved for later) are always available.',
        example: 'wl,sfl,registry',
      },
      {
        word: 'preview-items',
        label: 'Items shown at once',
        about: 'How many items the answer for a list contains, from 1 to 1000.',
        kind: 'number',
      },
    ],
  },
  {
    title: 'What can be saved',
    fields: [
      {
        word: 'custom-items',
        label: 'Custom items and bundles',
        about: 'Shoppers can save items that are not in the catalog: made to measure, engraved, bundled.',
        kind: 'switch',
      },
      {
        word: 'catalog',
        label: 'Products',
        about: 'Whether products outside the catalog can be saved.',
        choices: [
          ['open', 'Any product'],
          ['strict', 'Only products in the catalog'],
        ],
      },
    ],
  },
]
