/** Every setting of a store as a person understands it: what it is called, what it does, and how it is given. */

export type Field = {
  /** As the service calls it. */
  word: string
  label: string
  about: string
  choices?: readonly (readonly [value: string, label: string])[]
  kind?: 'switch' | 'color' | 'number' | 'email' | 'url'
  example?: string
}

export type Section = { title: string; about?: string; fields: Field[] }

const shop: Section = {
  title: 'Shop',
  fields: [
    {
      word: 'shop-url',
      label: 'Address of the shop',
      about: 'Links in messages lead to products of the catalog or to this host, and nowhere else.',
      kind: 'url',
      example: 'https://shop.example',
    },
    {
      word: 'country',
      label: 'Country',
      about: 'How national phone numbers are read.',
      example: 'DE',
    },
    {
      word: 'timezone',
      label: 'Time zone',
      about: 'Quiet hours and the days of the figures follow it.',
      example: 'Europe/Berlin',
    },
    {
      word: 'locale',
      label: 'Language',
      about: 'In which shoppers are written to unless they asked in another one.',
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
    { word: 'sender-name', label: 'Sender', about: 'The name messages come from; the store’s when empty.' },
    { word: 'reply-to', label: 'Answers go to', about: 'Where a shopper’s answer lands.', kind: 'email' },
    {
      word: 'postal-address',
      label: 'Postal address',
      about: 'At the foot of mails that people did not ask for; many countries require it.',
      example: '1 Fern Lane, 10115 Berlin',
    },
    { word: 'brand-color', label: 'Colour', about: 'Of buttons in messages.', kind: 'color' },
    { word: 'logo-url', label: 'Logo', about: 'The address of a picture shown at the top.', kind: 'url' },
  ],
}

const alerts: Section = {
  title: 'Alerts',
  about: 'How those who wait are told. A topic may set its own.',
  fields: [
    {
      word: 'inventory',
      label: 'Stock is known',
      about: 'Without stock figures nobody can ask to be told.',
      choices: [
        ['managed', 'Yes'],
        ['unmanaged', 'No'],
      ],
    },
    {
      word: 'min-stock',
      label: 'Back in stock from',
      about: 'So many units count as back in stock.',
      kind: 'number',
    },
    { word: 'low-stock', label: 'Low stock below', about: 'From here on stock counts as low.', kind: 'number' },
    {
      word: 'pacing',
      label: 'Who is told',
      about: 'As many as there are units, each with a while to buy, or everyone at once.',
      choices: [
        ['offers', 'As many as can buy'],
        ['everyone', 'Everyone'],
      ],
    },
    { word: 'offer-ratio', label: 'Told for each unit', about: '2 tells twice as many as there are units.' },
    { word: 'offer-window', label: 'Time to buy', about: 'Before the next one is told.', example: '2h' },
    {
      word: 'settle-time',
      label: 'Settling time',
      about: 'How long stock must stay before anybody is told; off tells at once.',
      example: '5m',
    },
    { word: 'quiet-hours', label: 'Quiet hours', about: 'Nothing is sent then; off for none.', example: '21-8' },
    { word: 'quiet-channels', label: 'Quiet for', about: 'Which of email, sms, push keep the quiet hours.' },
    {
      word: 'frequency-cap',
      label: 'At most',
      about: 'Messages to one shopper within a time; off for no limit.',
      example: '3/1d',
    },
    {
      word: 'double-opt-in',
      label: 'Ask to confirm',
      about: 'Whoever asks to be told confirms the address first.',
      kind: 'switch',
    },
    { word: 'keep-messages', label: 'Keep mails and SMS', about: 'Once they left or were given up.', example: '365d' },
    { word: 'keep-deliveries', label: 'Keep sent alerts', about: 'Of people who no longer wait.', example: '730d' },
    { word: 'keep-webhooks', label: 'Keep webhook events', about: 'With every attempt to send them.', example: '30d' },
    { word: 'keep-inbound', label: 'Keep messages of platforms', about: 'Once they are applied.', example: '14d' },
    {
      word: 'keep-exports',
      label: 'Keep exports of a person’s data',
      about: 'Made because a platform asked for them.',
      example: '90d',
    },
    { word: 'keep-audit', label: 'Keep the audit log', about: 'Older entries are deleted.', example: '730d' },
    { word: 'alert-expiry', label: 'Waiting ends after', about: 'Nobody waits longer than this.', example: '365d' },
  ],
}

const access: Section = {
  title: 'Access from the shop',
  fields: [
    {
      word: 'origins',
      label: 'Web origins',
      about: 'Whose pages may call on a shopper’s behalf: * for all, or addresses with commas between.',
      example: 'https://shop.example',
    },
    {
      word: 'sessions',
      label: 'Sessions',
      about: 'Lenient takes any session of old browser kits. It is weaker.',
      choices: [
        ['strict', 'Strict'],
        ['lenient', 'Lenient'],
      ],
    },
    {
      word: 'identity-lifetime',
      label: 'Identity tokens live',
      about: 'Tokens of your server that expire later than this are refused.',
      example: '1h',
    },
    {
      word: 'identity-single-use',
      label: 'Identity tokens count once',
      about: 'A token that was used is refused; your pages must render a new one each time.',
      kind: 'switch',
    },
  ],
}

const limits: Section = {
  title: 'Rate limits',
  about: 'Requests per second, with twice that at a burst; off lifts one.',
  fields: [
    { word: 'rate-key', label: 'Each API key', about: 'Your own servers.' },
    { word: 'rate-shopper', label: 'Each shopper', about: 'A browser that is known.' },
    { word: 'rate-address', label: 'Each address', about: 'Callers nobody knows.' },
  ],
}

const messageLimits: Section = {
  title: 'Messages others can cause',
  about: 'How many, and in which time; off lifts a limit.',
  fields: [
    {
      word: 'sms-countries',
      label: 'SMS go to',
      about: 'Countries with commas between, * for all; the store’s own when empty.',
      example: 'US,CA',
    },
    {
      word: 'confirmations-per-guest',
      label: 'Confirmations for one shopper',
      about: 'Sign-ups that ask an address to confirm.',
    },
    {
      word: 'confirmations-per-network',
      label: 'Confirmations for one network',
      about: 'All shoppers of one internet address.',
    },
    { word: 'confirmations-per-recipient', label: 'Confirmations to one address', about: 'More are left out.' },
    { word: 'confirmations-per-store', label: 'Confirmations by e-mail', about: 'Of the whole store.' },
    { word: 'sms-confirmations-per-store', label: 'Confirmations by SMS', about: 'Of the whole store.' },
    { word: 'list-mails-per-shopper', label: 'Lists sent by one shopper', about: 'By e-mail, to anybody.' },
    {
      word: 'list-mails-per-network',
      label: 'Lists sent from one network',
      about: 'All shoppers of one internet address.',
    },
    { word: 'list-mails-per-recipient', label: 'Lists sent to one address', about: 'No matter who sends them.' },
    { word: 'list-mails-per-store', label: 'Lists sent by e-mail', about: 'Of the whole store.' },
    { word: 'tests-per-store', label: 'Tests of templates', about: 'From here and from the API.' },
  ],
}

const quotas: Section = {
  title: 'Quotas',
  about: 'How much may be kept. Nothing that is there is ever removed; what is beyond a quota is refused.',
  fields: [
    { word: 'max-lists', label: 'Lists of a shopper', about: 'Archived lists count.', kind: 'number' },
    { word: 'max-items', label: 'Items of a shopper', about: 'In all lists together.', kind: 'number' },
    { word: 'max-bytes', label: 'Size of a shopper’s items', about: 'With notes and custom fields.', example: '100MB' },
    { word: 'max-store-items', label: 'Items of the store', about: 'Of all shoppers together.', kind: 'number' },
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
        about: 'With commas between; wl (wishlist) and sfl (saved for later) are always there.',
        example: 'wl,sfl,registry',
      },
      {
        word: 'preview-items',
        label: 'Items shown at once',
        about: 'How many a list’s record carries, from 1 to 1000.',
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
        about: 'Shoppers may save what is not in the catalog: made to measure, engraved, put together.',
        kind: 'switch',
      },
      {
        word: 'catalog',
        label: 'Products',
        about: 'Whether a product the catalog doesn’t know can be saved.',
        choices: [
          ['open', 'Any product'],
          ['strict', 'Only those of the catalog'],
        ],
      },
    ],
  },
]
