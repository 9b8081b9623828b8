/** Descriptions of the fields of templates. */

type Table = Readonly<Record<string, readonly [sentence: string, example?: unknown]>>

const day = 1_767_225_600_000

export const templateDescriptions: Table = {
  templates: ['The templates'],
  topic: ['The topic’s name', 'backinstock'],
  medium: ['`email`, `sms` or `push`', 'email'],
  locale: ['A language such as `de` or `pt-BR`; `*`, the default, is for all without a template of their own', 'de'],
  version: ['Counted from 1; 0 is the built-in', 1],
  isBuiltIn: ['True when the store has no template of its own here', false],
  subject: ['The subject, in Liquid; a part that is not sent comes from the built-in', 'Back: {{ product.title }}'],
  html: ['The HTML part, in Liquid', '<p>{{ product.title }} for {{ product.price | money }}</p>'],
  text: ['The plain text, or the whole of an SMS or push message, in Liquid', '{{ product.title }}: {{ product.url }}'],
  author: ['Who wrote it', 'api'],
  createdAt: ['When it was written, in milliseconds since 1970; null for the built-in', day],
  variantId: ['The product of the catalog to render it with; a sample by default', 40321],
  to: ['The address of the test: e-mail or phone number', 'me@shop.example'],
  size: ['How long an SMS would be; null for other media', null],
  alphabet: ['`gsm`: 160 characters a part; `unicode`: 70', 'gsm'],
  units: ['How many characters it has', 142],
  segments: ['How many parts it is sent in', 1],
  left: ['How many more characters fit into the last part', 18],
  message: ['A sentence for people', 'The test is on its way to me@shop.example.'],
}
