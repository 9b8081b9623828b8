/** The e-mail with which a shopper shares a list: the shopper's text, marked as such; products of the catalog; an opt-out link. */

import type { SharedList, SharedListMail } from '../domain/messages/shared-list-mail.ts'
import { directionOf, formatLocale, pickLanguage } from '../domain/settings/languages.ts'
import type { Store } from '../domain/stores/stores.ts'
import { mailItemText, showMailItem } from './mail-items.ts'
import { optOutFooter, optOutHeaders, optOutLink } from './opt-out-links.ts'
import { storeScope } from './rendering/brand.ts'
import { type Parsed, parseTemplate, renderTemplate } from './rendering/liquid.ts'
import { mailFrame } from './rendering/mail-frame.ts'
import { itemRows, note } from './rendering/mail-parts.ts'
import { oneLine, withoutBidi } from './rendering/one-line.ts'
import { say, type Wording, wordingOf } from './rendering/phrases.ts'

/** Everything that the sender wrote is in one block: the list's name, named as such, and the note under the sender's name. */
const senderText = `{% if said %}${note(`{% if list_name != '' %}<p style="margin:0">{{ 'listNamed' | t: list: list_name }}</p>
{% endif %}{% if note.size > 0 %}<p style="margin:4px 0 0;font-size:14px">{{ 'listWrites' | t: name: name }}</p>
<div dir="auto" style="margin:4px 0 0">{% for line in note %}{% if forloop.first == false %}<br>{% endif %}{{ line }}{% endfor %}</div>{% endif %}`)}{% endif %}`

const frame = mailFrame({
  preheader: `{{ preheader }}`,
  heading: `{{ 'listSubject' | t: name: name }}`,
  body: `${senderText}${itemRows}{% if rest != '' %}<p class="soft" style="margin:20px 0 0;color:#5c6661">{{ rest }}</p>
{% endif %}`,
  button: { url: '{{ link }}', label: `{{ 'listButton' | t }}` },
  footer: `<p style="margin:0">{{ 'listWhy' | t: name: name, store: store.name }}</p>
${optOutFooter}`,
})

let parsed: Parsed | undefined

/**
 * In the language of the page on which it is shared, else the store's: the recipient's is not known. The opt-out link contains
 * `recipient` as a hash.
 */
export function composeListMail(store: Store, recipient: string, list: SharedList, home: string): SharedListMail {
  const { settings } = store
  const language = pickLanguage(list.locale, settings.locale)
  const wording = wordingOf(settings, language)
  const scopeOfStore = storeScope(store)
  // A name that somebody typed in never stands alone, also if it is the store's.
  const fromName = list.fromName === null ? scopeOfStore.name : oneLine(list.fromName)
  const locale = formatLocale(language, list.locale)
  const values = { name: fromName, store: scopeOfStore.name }
  const subject = oneLine(say(wording, 'listSubject', values))
  const optOut = optOutLink(store, { channel: 'email', recipient, purpose: 'shared-list' }, home)
  const items = list.items.map((item) => showMailItem(item, settings.shopUrl, locale))
  const scope = {
    ...{ language, direction: directionOf(language), subject, name: fromName, link: list.address, items },
    preheader: items.map(({ title }) => title).join(', ') || say(wording, 'listWhy', values),
    rest: writeRest(wording, list),
    note: list.note === null ? [] : withoutBidi(list.note).split(/\r\n?|\n/),
    list_name: oneLine(list.listName ?? ''),
    said: list.note !== null || list.listName !== null,
    opt_out: { url: optOut, text: say(wording, 'listOptOut', values) },
    store: scopeOfStore,
  }
  parsed ??= parseTemplate('html', frame)
  return {
    senderName: list.fromName === null ? values.store : `${fromName} via ${values.store}`,
    subject,
    text: writeText(wording, values, scope),
    html: renderTemplate(parsed, scope, { wording, locale, timeZone: settings.timeZone, currency: null }),
    headers: { ...optOutHeaders(optOut), 'Content-Language': language },
  }
}

type ListScope = {
  subject: string
  items: ReturnType<typeof showMailItem>[]
  rest: string
  note: string[]
  list_name: string
  link: string
  opt_out: { url: string; text: string }
  store: ReturnType<typeof storeScope>
}

function writeText(wording: Wording, values: { name: string; store: string }, scope: ListScope): string {
  const quoted = scope.note.filter(Boolean).map((line) => `> ${line}`)
  const { name, postal_address: postalAddress } = scope.store
  const foot = [
    ...['--', say(wording, 'listWhy', values), `${scope.opt_out.text}: ${scope.opt_out.url}`],
    postalAddress && `${name} · ${postalAddress}`,
  ]
  const lines = [
    scope.subject,
    scope.list_name && say(wording, 'listNamed', { list: scope.list_name }),
    quoted.length > 0 ? [say(wording, 'listWrites', values), ...quoted].join('\n') : '',
    ...scope.items.map(mailItemText),
    scope.rest,
    `${say(wording, 'listButton')}: ${scope.link}`,
    foot.filter(Boolean).join('\n'),
  ]
  return `${lines.filter(Boolean).join('\n\n')}\n`
}

/** The number of products not shown, because they are many or not in the catalog. */
function writeRest(wording: Wording, { items, itemCount }: SharedList): string {
  if (itemCount <= items.length) return ''
  const count = itemCount - items.length
  return items.length > 0 ? say(wording, 'listMore', { count }) : say(wording, 'listCount', { count })
}
