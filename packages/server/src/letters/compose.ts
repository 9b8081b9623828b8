/** Composes an alert: the store's template or the built-in one, in the shopper's language, with signed links. */
import { randomBytes } from 'node:crypto'
import { type DeliveryKey, type DueDelivery, messageIdOf } from '../domain/deliveries/deliveries.ts'
import { escapeHtml } from '../domain/messages/escape-html.ts'
import { directionOf } from '../domain/settings/languages.ts'
import { triggerTailOf, writeAlerts, writeClick, writeUnsubscribe } from '../domain/shoppers/links.ts'
import type { Store } from '../domain/stores/stores.ts'
import { type AlertValues, gatherValues } from './alert-values.ts'
import { type LetterMedium, messageNameOf } from './built-in.ts'
import { type AlertLinks, type FlowFacts, factsOf } from './flow-facts.ts'
import { storeNameOf, storeScope } from './rendering/brand.ts'
import { digestScope } from './rendering/digest-items.ts'
import { writeDate, writeMoney, writeNumber } from './rendering/formats.ts'
import { type LocaleSetting, renderTemplate, TemplateFault, tooSlow } from './rendering/liquid.ts'
import { oneLine } from './rendering/one-line.ts'
import { wordingOf } from './rendering/phrases.ts'
import { cachePrerendered, fillPrerendered, prerender } from './rendering/prerendered.ts'
import { fitName } from './rendering/sms.ts'
import { withinBudget } from './rendering/time-budget.ts'
import { builtInLetter, type LetterTemplate, noTemplates, type StoreTemplates } from './templates.ts'

type ComposeContext = {
  publicUrl: string
  now: Date
  /** The store's own, from the cache; without them the built-in ones are used. */
  templates?: StoreTemplates
}

/** What a channel sends, and what the delivery stores of it. */
export type ComposedAlert = {
  messageId: string
  medium: LetterMedium
  recipient: string
  senderName: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  facts: FlowFacts
  template: string
  values: AlertValues
  /** Why the store's own template could not be used. */
  fault?: string
}

export function composeAlert(store: Store, delivery: DueDelivery, context: ComposeContext): ComposedAlert {
  const values = gatherValues(store, delivery, context.now)
  return writeAlert(store, { ...delivery, address: delivery.subscription.address }, values, context)
}

type Addressed = DeliveryKey & { medium: DueDelivery['medium']; address: string }

/** From stored values, also to show a letter that was sent before. */
export function writeAlert(
  store: Store,
  to: Addressed,
  values: AlertValues,
  { publicUrl, now, templates = noTemplates }: ComposeContext,
): ComposedAlert {
  const medium = mediumOf(to.medium)
  const links = linksFor(store, to, publicUrl, now)
  const own = templates.find(
    messageNameOf(values.kind) ?? values.topic,
    medium,
    [values.locale, values.language],
    values.kind,
  )
  const standard = builtInLetter(values.kind, medium)
  const { written, template, fault } = writeSafely(own, standard, (letter) =>
    writeParts(letter, medium, store, to.address, values, links),
  )
  return {
    messageId: messageIdOf(store.storeId, to),
    medium,
    recipient: to.address,
    senderName: storeNameOf(store),
    ...written,
    headers: medium === 'email' ? headersOf(store, values, links) : {},
    facts: factsOf(values, links),
    template,
    values,
    ...(fault && { fault }),
  }
}

/** A webhook gets the facts, and the text of a mail. */
const mediumOf = (medium: DueDelivery['medium']): LetterMedium => (medium === 'webhook' ? 'email' : medium)

type WrittenParts = { subject: string; html: string; text: string }

/** After so many slow attempts in a row a template is not tried any more: each letter of a large restock would wait for it. */
const mostSlow = 3
const slow = new WeakMap<LetterTemplate, number>()

function writeOwn(letter: LetterTemplate, write: (letter: LetterTemplate) => WrittenParts): WrittenParts {
  const attempts = slow.get(letter) ?? 0
  const written = attempts < mostSlow ? withinBudget(() => write(letter)) : undefined
  if (!written) {
    slow.set(letter, attempts + 1)
    throw tooSlow(letter.html ? 'html' : 'text')
  }
  if (attempts > 0) slow.delete(letter)
  return written.done
}

/** A store's template that cannot be parsed or is too slow never stops an alert: the built-in one is used. */
function writeSafely(
  own: LetterTemplate | TemplateFault | null,
  standard: LetterTemplate,
  write: (letter: LetterTemplate) => WrittenParts,
): { written: WrittenParts; template: string; fault?: string } {
  if (own && !(own instanceof TemplateFault))
    try {
      return { written: writeOwn(own, write), template: own.name }
    } catch (error) {
      if (!(error instanceof TemplateFault)) throw error
      own = error
    }
  return { written: write(standard), template: standard.name, ...(own && { fault: own.message }) }
}

const day = 24 * 3_600_000
/** Limited, because a mail may be forwarded; the page offers a new link. */
const alertsLinkValidity = 30 * day

function linksFor(store: Store, to: Addressed, home: string, now: Date): AlertLinks {
  const { subscriptionId, triggerId, address } = to
  const until = new Date(now.getTime() + alertsLinkValidity)
  return {
    product: `${home}/c/${writeClick(store, { subscriptionId, triggerTail: triggerTailOf(triggerId) })}`,
    unsubscribe: `${home}/u/${writeUnsubscribe(store, { subscriptionId, address })}`,
    alerts: `${home}/alerts/${writeAlerts(store, { subscriptionId, address, until })}`,
  }
}

/** RFC 8058: one click in the mail program. */
function headersOf({ settings }: Store, { locale }: AlertValues, { unsubscribe }: AlertLinks): Record<string, string> {
  return {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Content-Language': locale,
    ...(settings.replyTo && { 'Reply-To': settings.replyTo }),
  }
}

/** Where recipients' own values are only inserted, the letter is rendered once and filled for each (`prerendered.ts`). */
function writeParts(
  letter: LetterTemplate,
  medium: LetterMedium,
  store: Store,
  address: string,
  values: AlertValues,
  links: AlertLinks,
): WrittenParts {
  if (letter.cacheId === null) return writeOut(letter, medium, store, address, values, links, ownTexts(values))
  const own = ownTexts(values)
  // Only whether the recipient has them decides what is rendered.
  const shared = { ...values, askedAt: own.askedOn === '', place: own.place === '' }
  const name = JSON.stringify([
    store.storeId,
    letter.cacheId,
    storeScope(store),
    store.settings.germanAddress,
    links.product.length,
    shared,
  ])
  const { subject, html, text } = cachePrerendered(name, () => {
    const marked: OwnTexts = { askedOn: own.askedOn && marks.askedOn, place: own.place && marks.place }
    const written = writeOut(letter, medium, store, marks.address, values, links, marked)
    const inserted = ownValues(marks.address, marks, links)
    return {
      subject: prerender(written.subject, inserted),
      html: prerender(written.html, inserted),
      text: prerender(written.text, inserted),
    }
  })
  const filled = ownValues(address, own, links)
  const escaped: OwnTexts = { askedOn: escapeHtml(own.askedOn), place: escapeHtml(own.place) }
  return {
    subject: fillPrerendered(subject, filled),
    html: fillPrerendered(html, ownValues(escapeHtml(address), escaped, links)),
    text: fillPrerendered(text, filled),
  }
}

/** What the recipient's letter says of the recipient, in the recipient's language; empty: nothing. */
type OwnTexts = { askedOn: string; place: string }

const ownTexts = ({ askedAt, place, locale, timeZone }: AlertValues): OwnTexts => ({
  askedOn: askedAt === null ? '' : writeDate(new Date(askedAt), 'long', locale, timeZone),
  place: place === null ? '' : writeNumber(place, locale),
})

const makeMark = () => `own${randomBytes(12).toString('hex')}`

/** Stand for the recipient's own texts while a letter is prerendered; random, so that no template contains them. */
const marks = { address: makeMark(), askedOn: makeMark(), place: makeMark() }

const ownValues = (address: string, { askedOn, place }: OwnTexts, { unsubscribe, alerts, product }: AlertLinks) => [
  ...[address, askedOn, place],
  ...[unsubscribe, alerts, product],
]

function writeOut(
  letter: LetterTemplate,
  medium: LetterMedium,
  store: Store,
  address: string,
  values: AlertValues,
  links: AlertLinks,
  own: OwnTexts,
): WrittenParts {
  const { language, locale, timeZone, currency } = values
  const setting: LocaleSetting = { wording: wordingOf(store.settings, language), locale, timeZone, currency }
  const scope = scopeOf(store, address, values, links, own)
  const subject = letter.subject ? oneLine(renderTemplate(letter.subject, scope, setting)) : ''
  const whole = { ...scope, subject }
  const writeText = (title: string) => {
    if (!letter.text) return ''
    const named = title === values.title ? whole : withTitle(whole, title)
    return renderTemplate(letter.text, named, setting)
  }
  return {
    subject,
    html: letter.html ? renderTemplate(letter.html, whole, setting) : '',
    text: writeMediumText(medium, writeText, values.title),
  }
}

function writeMediumText(medium: LetterMedium, write: (title: string) => string, title: string): string {
  if (medium === 'sms') return oneLine(fitName(write, title))
  return medium === 'whatsapp' ? oneLine(write(title)) : write(title)
}

type LetterScope = ReturnType<typeof scopeOf>

const withTitle = (scope: LetterScope, title: string) => ({ ...scope, product: { ...scope.product, title } })

/** The variables of a template, documented for merchants in `docs/templates.md`. */
function scopeOf(store: Store, address: string, values: AlertValues, links: AlertLinks, own: OwnTexts) {
  const { language, locale, currency } = values
  return {
    language,
    direction: directionOf(language),
    topic: values.topic,
    kind: values.kind,
    address,
    unsubscribe_url: links.unsubscribe,
    alerts_url: links.alerts,
    subject: '',
    origin: values.origin ?? 'asked',
    asked_on: own.askedOn,
    restock_date: values.restockDate ?? '',
    store: storeScope(store),
    product: {
      id: values.productId,
      variant_id: values.variantId,
      title: values.title,
      variant: values.variant,
      brand: values.brand,
      sku: values.sku,
      image: values.imageUrl,
      url: links.product,
      price: values.price,
      was: values.was,
      was_text: writeMoney(values.was, currency, locale),
      target_price_text: writeMoney(values.targetPrice, currency, locale),
      currency,
      stock: values.stock,
    },
    ...digestScope(store, values, links.product),
    offer: {
      ...{ quantity: values.quantity, until: values.offerUntil, until_text: values.offerText },
      place: own.place,
    },
  }
}
