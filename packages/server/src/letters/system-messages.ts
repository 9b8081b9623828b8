/** System messages: the request to confirm (double opt-in), and the link to one's alerts. */
import { directionOf, type Language, pickLanguage } from '../domain/settings/languages.ts'
import type { Store } from '../domain/stores/stores.ts'
import type { PhraseKey } from './languages/en.ts'
import { optOutFooter, optOutHeaders } from './opt-out-links.ts'
import { readableOn } from './rendering/colors.ts'
import { type Parsed, parseTemplate, renderTemplate } from './rendering/liquid.ts'
import { mailFrame } from './rendering/mail-frame.ts'
import { say } from './rendering/phrases.ts'
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
    body: `<p class="soft" style="margin:0;color:#434b47">{{ '${kind}Body' | t: store: store.name }}</p>
{% for item in items %}<p style="margin:16px 0 0;font-weight:600"><bdi>{{ item }}</bdi></p>
{% endfor %}{% if joins %}<p class="soft" style="margin:16px 0 0;color:#434b47">{{ 'confirmJoins' | t: store: store.name }}</p>
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
  items?: string[]
  /** Confirming also joins the mailing list. */
  joins?: boolean
}

function write(
  store: Store,
  kind: SystemMessageKind,
  { link, optOut, locale, items = [], joins = false }: SystemMessageValues,
): SystemMessage {
  const { name, settings } = store
  const language: Language = pickLanguage(locale, settings.locale)
  const storeName = settings.senderName ?? name
  const text = (part: string) => say(language, `${kind}${part}` as PhraseKey, { store: storeName })
  const subject = text('Subject').replace(/\s+/g, ' ')
  const optOutText = say(language, kind === 'confirm' ? 'confirmOptOut' : 'unsubscribe')
  const scope = {
    language,
    direction: directionOf(language),
    subject,
    link,
    items,
    joins,
    opt_out: { url: optOut, text: optOutText },
    store: {
      name: storeName,
      logo: settings.logoUrl ?? '',
      color: settings.brandColor,
      on_color: readableOn(settings.brandColor),
      postal_address: settings.postalAddress ?? '',
    },
  }
  const setting = { language, locale: language, timeZone: settings.timeZone, currency: null }
  const more = joins ? [say(language, 'confirmJoins', { store: storeName })] : []
  const foot = ['--', text('Ignore'), `${optOutText}: ${optOut}`, scope.store.postal_address].filter(Boolean)
  const lines = [
    text('Body'),
    ...items.map((item) => `* ${item}`),
    ...more,
    `${text('Button')}: ${link}`,
    foot.join('\n'),
  ]
  return {
    senderName: storeName,
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: renderTemplate(frameOf(kind), scope, setting),
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
  const { name, settings } = store
  const storeName = settings.senderName ?? name
  const question = say(pickLanguage(locale, settings.locale), 'confirmSms', { store: storeName })
  return { senderName: storeName, subject: '', text: simplify(`${question} ${link}`), html: '' }
}
