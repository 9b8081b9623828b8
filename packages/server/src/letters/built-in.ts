/** The built-in templates, in Liquid: one for each kind of topic and each medium, used where a store has none of its own. */
import { mailFrame } from './rendering/mail-frame.ts'

/** The kinds of topics, each with its own phrases. */
export const letterKinds = ['restock', 'comingSoon', 'priceDrop', 'lowStock', 'reminder', 'generic'] as const

export type LetterKind = (typeof letterKinds)[number]

const byRule: Readonly<Record<string, LetterKind>> = {
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
export const kindOf = (topic: string, rule?: string | null): LetterKind =>
  byRule[rule ?? byTopic[topic.toLowerCase()] ?? ''] ?? 'generic'

export type LetterMedium = 'email' | 'sms' | 'push'

/** Null: the medium has no such part. */
type LetterSource = { subject: string | null; html: string | null; text: string | null }

/** Increased when phrases or markup change: deliveries store the version they were sent with. */
export const builtInVersion = 3

const subject = (kind: LetterKind) => `{{ '${kind}Subject' | t: product: product.title }}`

const productBlock = `{% if product.image != '' %}<a href="{{ product.url }}" class="shot" style="display:block;text-decoration:none;margin:0 0 24px"><img src="{{ product.image | image_url: width: 1008 }}" alt="{{ product.title }}" width="504" style="display:block;width:100%;max-width:504px;max-height:504px;height:auto;object-fit:cover;border:0;border-radius:8px;background:#eef0ee"></a>
{% endif %}<p style="margin:0;font-size:18px;line-height:1.4;font-weight:600"><a href="{{ product.url }}" class="ink" style="color:#161b19;text-decoration:none"><bdi>{{ product.title }}</bdi></a></p>
{% if product.variant != '' %}<p class="soft" style="margin:4px 0 0;color:#5c6661"><bdi>{{ product.variant }}</bdi></p>
{% endif %}`

const priceLine = `{% if product.price != blank %}<p style="margin:8px 0 0;font-size:18px">{{ product.price | money }}{% if product.was != blank %} <span class="soft" style="color:#5c6661;font-size:15px">{{ 'insteadOf' | t: price: product.was_text }}</span>{% endif %}</p>
{% endif %}`

const stockLine = `{% if product.stock != blank %}<p class="soft" style="margin:8px 0 0;color:#5c6661">{{ 'stockLeft' | t: count: product.stock }}</p>
{% endif %}`

const offerLine = `{% if offer.until_text != blank %}<div class="note" style="margin:20px 0 0;padding:12px 16px;background:#eefaf3;border-radius:8px;color:#08452b"><strong>{{ 'offerFirst' | t }}</strong> {{ 'offerNext' | t: time: offer.until_text }}<br><span style="font-size:14px">{{ 'offerAfter' | t }}</span></div>
{% endif %}`

const footer = `<p style="margin:0">{{ 'why' | t: address: address, store: store.name }}</p>
<p style="margin:8px 0 0"><a href="{{ unsubscribe_url }}" class="soft" style="color:#5c6661">{{ 'unsubscribe' | t }}</a>&nbsp;&nbsp;·&nbsp;&nbsp;<a href="{{ alerts_url }}" class="soft" style="color:#5c6661">{{ 'myAlerts' | t }}</a></p>`

const html = (kind: LetterKind) =>
  mailFrame({
    preheader: `{{ '${kind}Body' | t }}`,
    heading: `{{ '${kind}Heading' | t }}`,
    body: `<p class="soft" style="margin:0 0 24px;color:#434b47">{{ '${kind}Body' | t }}</p>
${productBlock}${priceLine}${kind === 'lowStock' ? stockLine : ''}${offerLine}`,
    button: { url: '{{ product.url }}', label: "{{ 'button' | t }}" },
    footer,
  })

const text = (kind: LetterKind) => `{{ '${kind}Heading' | t }}

{{ '${kind}Body' | t }}

{{ product.title }}{% if product.variant != '' %}
{{ product.variant }}{% endif %}{% if product.price != blank %}
{{ product.price | money }}{% if product.was != blank %} {{ 'insteadOf' | t: price: product.was_text }}{% endif %}{% endif %}${
  kind === 'lowStock' ? "{% if product.stock != blank %}\n{{ 'stockLeft' | t: count: product.stock }}{% endif %}" : ''
}{% if offer.until_text != blank %}

{{ 'offerFirst' | t }} {{ 'offerNext' | t: time: offer.until_text }}
{{ 'offerAfter' | t }}{% endif %}

{{ 'button' | t }}: {{ product.url }}

--
{{ 'why' | t: address: address, store: store.name }}
{{ 'unsubscribe' | t }}: {{ unsubscribe_url }}
{{ 'myAlerts' | t }}: {{ alerts_url }}
`

/** The link stands before the STOP hint: what is cut off is the hint. */
const sms = (kind: LetterKind) =>
  `{{ '${kind}Sms' | t: store: store.name, product: product.title }}{% if offer.until_text != blank %} {{ 'offerSms' | t: time: offer.until_text }}{% endif %} {{ product.url }} {{ 'stopSms' | t }}`

const push =
  '{% if product.variant != blank %}{{ product.title }}, {{ product.variant }}{% else %}{{ product.title }}{% endif %}{% if product.price != blank %} · {{ product.price | money }}{% endif %}{% if offer.until_text != blank %}. {{ "offerNext" | t: time: offer.until_text }}{% endif %}'

export function builtIn(kind: LetterKind, medium: LetterMedium): LetterSource {
  if (medium === 'sms') return { subject: null, html: null, text: sms(kind) }
  if (medium === 'push') return { subject: `{{ '${kind}Heading' | t }}`, html: null, text: push }
  return { subject: subject(kind), html: html(kind), text: text(kind) }
}
