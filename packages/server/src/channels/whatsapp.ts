/** WhatsApp by Twilio's API: an approved template with the facts of the message. WhatsApp allows no other text to who did not just write. */
import type { Channel, Message } from './channel.ts'
import { openTwilioAccount, senderOf, type TwilioAccount } from './twilio.ts'

export type WhatsappOptions = TwilioAccount & {
  /** `backinstock/de=HX…,backinstock=HX…,confirm=HX…,*=HX…` */
  templates: string
  /** What stands at {{1}}, {{2}} … of the template, in this order; `name=word` fills {{name}}. */
  variables: string
  /** The same for the request to confirm an alert. */
  confirmVariables: string
}

/** About the number: no number, opted out, not at WhatsApp. */
const addressFaults = [21211, 21610, 63003, 63024]
/** A template or its variables that Twilio does not know or does not accept: templates of other topics may be right. */
const ofTemplate = [20404, 21654, 21655, 21656, 63027, 63028]
/** The sender. */
const ofSender = [21606, 21659, 21703, 63007]

export function openWhatsapp({ templates, variables, confirmVariables, ...account }: WhatsappOptions): Channel {
  const { create, check } = openTwilioAccount(account, {
    address: addressFaults,
    template: ofTemplate,
    sender: ofSender,
  })
  const known = readTemplates(templates)
  return {
    async send(message) {
      const isAlert = message.facts !== undefined
      const contentSid = findTemplate(known, message)
      if (!contentSid) return { kind: 'retry', onlyThis: true, reason: noTemplate(topicOf(message)) }
      const values = fillVariables(isAlert ? variables : confirmVariables, wordsOf(message))
      return await create(
        new URLSearchParams({
          To: `whatsapp:${message.recipient}`,
          ...senderOf(account, 'whatsapp:'),
          ContentSid: contentSid,
          ContentVariables: JSON.stringify(values),
          ...(account.statusUrl && { StatusCallback: account.statusUrl }),
        }),
      )
    },
    check,
    close: () => {},
  }
}

const noTemplate = (topic: string) => `There is no WhatsApp template for ${topic} (setting templates).`

const readTemplates = (text: string) =>
  new Map(
    text
      .split(',')
      .map((entry) => entry.trim().toLowerCase().split('=') as [name: string, sid: string])
      // Only the first two characters of a SID are in upper case.
      .map(([name, sid]) => [name, `HX${sid.slice(2)}`]),
  )

/** A message without facts is the request to confirm. A message beside the topic's own, such as `follow-up`, has a name. */
const topicOf = ({ facts }: Message) => String(facts?.Message ?? facts?.Topic ?? 'confirm').toLowerCase()

/** Templates that fit. A follow-up may say what the first message said; a delay must not be told as a restock. */
function topicsOf(message: Message): string[] {
  const topic = topicOf(message)
  if (topic === 'confirm' || topic.startsWith('restock-date')) return [topic]
  return [...new Set([topic, String(message.facts?.Topic ?? topic).toLowerCase(), '*'])]
}

/** In the language of the message, its base language, or any; of the topic, or of all alerts. */
function findTemplate(known: ReadonlyMap<string, string>, message: Message): string | undefined {
  const language = String(message.facts?.Language ?? message.headers['Content-Language'] ?? '').toLowerCase()
  const languages = [language, language.split('-')[0]!]
  const names = topicsOf(message).flatMap((one) => [...languages.map((language) => `${one}/${language}`), one])
  return names.map((name) => known.get(name)).find((sid) => sid !== undefined)
}

/** What a variable can stand for. The text of a request to confirm ends with its link. */
function wordsOf({ facts = {}, senderName, text }: Message): Record<string, string> {
  const { ProductTitle, VariantTitle, ProductUrl, UnsubscribeUrl, AlertsUrl } = facts
  return {
    product: String(ProductTitle ?? ''),
    variant: String(VariantTitle ?? ''),
    price: writePrice(facts),
    store: senderName,
    link: String(ProductUrl ?? /https?:\/\/\S+$/.exec(text)?.[0] ?? ''),
    unsubscribe: String(UnsubscribeUrl ?? ''),
    alerts: String(AlertsUrl ?? ''),
    text,
  }
}

function writePrice({ Price, Currency, Language }: NonNullable<Message['facts']>): string {
  if (typeof Price !== 'number') return ''
  try {
    return Price.toLocaleString(String(Language ?? 'en'), { style: 'currency', currency: String(Currency) })
  } catch {
    return String(Price)
  }
}

/** Most characters of a variable. */
const mostCharacters = 255

/** WhatsApp refuses an empty variable, and one with line ends or more than four spaces in a row. */
function fillVariables(list: string, words: Record<string, string>): Record<string, string> {
  const entries = list.split(',').map((entry, place) => {
    const [word = '', name = String(place + 1)] = entry.trim().split('=').reverse()
    const value = [...(words[word] ?? '').replace(/\s+/g, ' ').trim()].slice(0, mostCharacters).join('')
    return [name, value || '–'] as const
  })
  return Object.fromEntries(entries)
}
