/** The built-in templates, in Liquid: one for each kind of topic and each medium, used where a store has none of its own. */
import { savedTopic } from '../domain/rules/saved-items.ts'
import { digestBody, digestSubject, digestText } from './rendering/digest-parts.ts'
import { mailFrame } from './rendering/mail-frame.ts'
import { footerLink, lead, note, productBlock } from './rendering/mail-parts.ts'

/** Messages that any topic may send beside its own, by cause. A store's own template of one has this name instead of a topic's. */
const byCause = {
  'follow-up': 'followUp',
  'restock-date-moved': 'dateMoved',
  'restock-date-missed': 'dateMissed',
  preorder: 'preorder',
} as const

const topicKinds = ['restock', 'comingSoon', 'priceDrop', 'lowStock', 'reminder', 'savedItems', 'generic'] as const

export type TopicKind = (typeof topicKinds)[number]

/** The kinds of topics and messages, each with its own phrases. */
export const letterKinds = [...topicKinds, ...Object.values(byCause)]

export type LetterKind = (typeof letterKinds)[number]

const byRule: Readonly<Record<string, TopicKind>> = {
  'back-in-stock': 'restock',
  'coming-soon': 'comingSoon',
  'price-drop': 'priceDrop',
  'low-stock': 'lowStock',
  reminder: 'reminder',
}
const byTopic: Readonly<Record<string, string>> = {
  backinstock: 'back-in-stock',
  comingsoon: 'coming-soon',
  pricedrop: 'price-drop',
  lowstock: 'low-stock',
  reminder: 'reminder',
}

/** `rule` of the store's own topic; the standard topics need none. */
export const kindOf = (topic: string, rule?: string | null): TopicKind =>
  topic.toLowerCase() === savedTopic ? 'savedItems' : (byRule[rule ?? byTopic[topic.toLowerCase()] ?? ''] ?? 'generic')

const kindsByCause: Readonly<Record<string, LetterKind | undefined>> = byCause

/** Null: the topic's own message. */
export const kindOfCause = (cause: string): LetterKind | null => kindsByCause[cause] ?? null

/** The kind of a template: `name` is a topic's or, as in `follow-up`, that of a message. */
export const kindOfTemplate = (name: string, rule?: string | null): LetterKind =>
  (rule && byRule[rule]) || (kindsByCause[name] ?? kindOf(name, rule))

/** The name of a message that is not a topic's own. */
export const messageNameOf = (kind: LetterKind): string | null =>
  Object.entries(byCause).find(([, one]) => one === kind)?.[0] ?? null

export type LetterMedium = 'email' | 'sms' | 'whatsapp' | 'push'

/** Null: the medium has no such part. */
type LetterSource = { subject: string | null; html: string | null; text: string | null }

/** Increased when phrases or markup change: deliveries store the version they were sent with. */
export const builtInVersion = 4

const subject = (kind: LetterKind) => `{{ '${kind}Subject' | t: product: product.title }}`

const isOfDate = (kind: LetterKind) => kind === 'dateMoved' || kind === 'dateMissed'

/** A lower price of what is sold out: nothing to buy now. Its page asks for the other alert. */
const ifSoldOut = (then: string, otherwise = '') =>
  `{% if product.stock != blank and product.stock <= 0 %}${then}${otherwise && `{% else %}${otherwise}`}{% endif %}`

const buttonOf = (kind: LetterKind): string =>
  kind === 'priceDrop' ? ifSoldOut("{{ 'backButton' | t }}", plainButton(kind)) : plainButton(kind)

const plainButton = (kind: LetterKind) =>
  `{{ '${kind === 'preorder' ? 'preorderButton' : isOfDate(kind) ? 'seeButton' : 'button'}' | t }}`

/** Why the reader hears of it, then what happened. A reminder is its own reason. */
const body = (kind: LetterKind) => {
  const news = `{{ '${kind}Body' | t${isOfDate(kind) ? ': date: restock_date' : ''} }}`
  if (kind === 'reminder' || kind === 'followUp') return news
  const reached = `{% if product.target_price_text != '' %}{{ 'targetReached' | t: price: product.target_price_text }}{% else %}${news}{% endif %}`
  return `{% if origin == 'saved' %}{{ 'leadSaved' | t }}{% else %}{{ 'leadAsked' | t }}{% endif %} ${kind === 'priceDrop' ? `${reached}${ifSoldOut(" {{ 'soldOutNow' | t }}")}` : news}`
}

const why = `{% if origin == 'saved' %}{{ 'whySaved' | t: address: address, store: store.name }}{% elsif asked_on != '' %}{{ 'whyAsked' | t: address: address, store: store.name, date: asked_on }}{% else %}{{ 'why' | t: address: address, store: store.name }}{% endif %}`

const stockLine = `{% if product.stock != blank %}<p class="soft" style="margin:8px 0 0;color:#5c6661">{{ 'stockLeft' | t: count: product.stock }}</p>
{% endif %}`

const offerLine = `{% if offer.until_text != blank %}${note(`<p style="margin:0"><strong>{{ 'offerFirst' | t }}</strong></p>
{% if offer.place != '' %}<p style="margin:4px 0 0">{{ 'place' | t: place: offer.place }}</p>
{% endif %}<p style="margin:4px 0 0">{{ 'offerNext' | t: time: offer.until_text }}</p>`)}{% endif %}`

const footer = `<p style="margin:0">${why}</p>
<p style="margin:12px 0 0">${footerLink('{{ unsubscribe_url }}', "{{ 'unsubscribe' | t }}")}&nbsp;&nbsp;·&nbsp;&nbsp;${footerLink('{{ alerts_url }}', "{{ 'myAlerts' | t }}")}</p>`

const html = (kind: LetterKind) =>
  mailFrame({
    preheader: body(kind),
    heading: `{{ '${kind}Heading' | t }}`,
    body: `${lead(body(kind))}${productBlock}${kind === 'lowStock' ? stockLine : ''}${offerLine}`,
    button: { url: '{{ product.url }}', label: buttonOf(kind) },
    footer,
  })

const text = (kind: LetterKind) => `{{ '${kind}Heading' | t }}

${body(kind)}

{{ product.title }}{% if product.variant != '' %}
{{ product.variant }}{% endif %}{% if product.price != blank %}
{{ product.price | money }}{% if product.was != blank %} {{ 'insteadOf' | t: price: product.was_text }}{% endif %}{% endif %}${
  kind === 'lowStock' ? "{% if product.stock != blank %}\n{{ 'stockLeft' | t: count: product.stock }}{% endif %}" : ''
}{% if offer.until_text != blank %}

{{ 'offerFirst' | t }}{% if offer.place != '' %}
{{ 'place' | t: place: offer.place }}{% endif %}
{{ 'offerNext' | t: time: offer.until_text }}{% endif %}

${buttonOf(kind)}: {{ product.url }}

--
${why}
{{ 'unsubscribe' | t }}: {{ unsubscribe_url }}
{{ 'myAlerts' | t }}: {{ alerts_url }}{% if store.postal_address != '' %}
{{ store.name }} · {{ store.postal_address }}{% endif %}
`

const digestWhy = `{{ 'savedWhy' | t: address: address, store: store.name }}`

const digestHtml = mailFrame({
  preheader: `{{ digest.titles }}`,
  heading: `{{ 'savedItemsHeading' | t }}`,
  body: `${lead("{{ 'savedItemsBody' | t }}")}${digestBody}`,
  button: { url: '{{ product.url }}', label: "{{ 'button' | t }}" },
  footer: `<p style="margin:0">${digestWhy}</p>
<p style="margin:12px 0 0">${footerLink('{{ unsubscribe_url }}', "{{ 'unsubscribe' | t }}")}&nbsp;&nbsp;·&nbsp;&nbsp;${footerLink('{{ alerts_url }}', "{{ 'savedChoose' | t }}")}</p>`,
})

const digestPlain = `{{ 'savedItemsHeading' | t }}

{{ 'savedItemsBody' | t }}

${digestText}{{ 'button' | t }}: {{ product.url }}

--
${digestWhy}
{{ 'unsubscribe' | t }}: {{ unsubscribe_url }}
{{ 'savedChoose' | t }}: {{ alerts_url }}{% if store.postal_address != '' %}
{{ store.name }} · {{ store.postal_address }}{% endif %}
`

/** The link stands before the STOP hint: what is cut off is the hint. */
const sms = (kind: LetterKind) =>
  `{{ '${kind}Sms' | t: store: store.name, product: product.title${isOfDate(kind) ? ', date: restock_date' : ''} }}{% if offer.until_text != blank %} {{ 'offerSms' | t: time: offer.until_text }}{% endif %} {{ product.url }} {{ 'stopSms' | t }}`

const push =
  '{% if product.variant != blank %}{{ product.title }}, {{ product.variant }}{% else %}{{ product.title }}{% endif %}{% if product.price != blank %} · {{ product.price | money }}{% endif %}{% if offer.until_text != blank %}. {{ "offerNext" | t: time: offer.until_text }}{% endif %}'

const datePush = (kind: LetterKind) => `{{ product.title }}. {{ '${kind}Body' | t: date: restock_date }}`

export function builtIn(kind: LetterKind, medium: LetterMedium): LetterSource {
  // The provider sends its own approved template; this is what the outbox shows.
  if (medium === 'sms' || medium === 'whatsapp') return { subject: null, html: null, text: sms(kind) }
  if (medium === 'push')
    return { subject: `{{ '${kind}Heading' | t }}`, html: null, text: isOfDate(kind) ? datePush(kind) : push }
  if (kind === 'savedItems') return { subject: digestSubject, html: digestHtml, text: digestPlain }
  return { subject: subject(kind), html: html(kind), text: text(kind) }
}
