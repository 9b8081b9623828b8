/** System messages: the request to confirm (double opt-in), and the link to one's alerts. */
import { directionOf, formatLocale, pickLanguage } from '../domain/settings/languages.ts'
import type { Store } from '../domain/stores/stores.ts'
import type { PhraseKey } from './languages/en.ts'
import { type CatalogItem, mailItemText, showMailItem } from './mail-items.ts'
import { optOutFooter, optOutHeaders } from './opt-out-links.ts'
import { storeNameOf, storeScope } from './rendering/brand.ts'
import { type Parsed, parseTemplate, renderTemplate } from './rendering/liquid.ts'
import { mailFrame } from './rendering/mail-frame.ts'
import { itemRows, lead } from './rendering/mail-parts.ts'
import { say, wordingOf } from './rendering/phrases.ts'
import { simplify } from './rendering/sms.ts'

type SystemMessage = {
  senderName: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

type SystemMessageKind = 'confirm' | 'link'

const frame = (kind: SystemMessageKind) =>
  mailFrame({
    preheader: `{{ '${kind}Body' | t: store: store.name }}`,
    heading: `{{ '${kind}Heading' | t }}`,
    body: `${lead(`{{ '${kind}Body' | t: store: store.name }}`)}${itemRows}{% if joins %}<p class="soft" style="margin:20px 0 0;color:#434b47">{{ 'confirmJoins' | t: store: store.name }}</p>
{% endif %}`,
    button: { url: '{{ link }}', label: `{{ '${kind}Button' | t }}` },
    footer: `<p style="margin:0">{{ '${kind}Ignore' | t }}</p>
${optOutFooter}`,
  })

const frames = new Map<SystemMessageKind, Parsed>()

function frameOf(kind: SystemMessageKind): Parsed {
  const parsed = frames.get(kind) ?? parseTemplate('html', frame(kind))
  frames.set(kind, parsed)
  return parsed
}

/** `optOut`: the link that refuses further messages of this kind. */
type SystemMessageValues = {
  link: string
  optOut: string
  locale: string | null
  items?: CatalogItem[]
  /** Confirming also joins the mailing list. */
  joins?: boolean
}

function write(
  store: Store,
  kind: SystemMessageKind,
  { link, optOut, locale, items = [], joins = false }: SystemMessageValues,
): SystemMessage {
  const { settings } = store
  const language = pickLanguage(locale, settings.locale)
  const wording = wordingOf(settings, language)
  const scopeOfStore = storeScope(store)
  const text = (key: string) => say(wording, key as PhraseKey, { store: scopeOfStore.name })
  const ofKind = (part: string) => text(`${kind}${part}`)
  const moneyLocale = formatLocale(language, locale)
  const shown = items.map((item) => showMailItem(item, settings.shopUrl, moneyLocale))
  const scope = {
    ...{ language, direction: directionOf(language), link, joins, items: shown },
    subject: ofKind('Subject').replace(/\s+/g, ' '),
    opt_out: { url: optOut, text: text(kind === 'confirm' ? 'confirmOptOut' : 'unsubscribe') },
    store: scopeOfStore,
  }
  const { name, postal_address: postalAddress } = scopeOfStore
  const foot = [
    ...['--', ofKind('Ignore'), `${scope.opt_out.text}: ${optOut}`],
    postalAddress && `${name} · ${postalAddress}`,
  ]
  const lines = [
    ...[ofKind('Heading'), ofKind('Body'), ...shown.map(mailItemText)],
    joins && text('confirmJoins'),
    ...[`${ofKind('Button')}: ${link}`, foot.filter(Boolean).join('\n')],
  ]
  return {
    senderName: name,
    subject: scope.subject,
    text: `${lines.filter(Boolean).join('\n\n')}\n`,
    html: renderTemplate(frameOf(kind), scope, {
      ...{ wording, locale: moneyLocale, timeZone: settings.timeZone, currency: null },
    }),
    headers: { ...optOutHeaders(optOut), 'Content-Language': language },
  }
}

export const composeConfirmation = (store: Store, values: SystemMessageValues) => write(store, 'confirm', values)

export const composeAlertsLink = (store: Store, values: SystemMessageValues) => write(store, 'link', values)

/** An SMS has room for a question and a link. */
export function composeConfirmationSms(
  store: Store,
  { link, locale }: Omit<SystemMessageValues, 'optOut'>,
): SystemMessage {
  const senderName = storeNameOf(store)
  const language = pickLanguage(locale, store.settings.locale)
  const question = say(wordingOf(store.settings, language), 'confirmSms', { store: senderName })
  // By its language WhatsApp's template is chosen.
  const headers = { 'Content-Language': language }
  return { senderName, subject: '', text: simplify(`${question} ${link}`), html: '', headers }
}
