/** The e-mail with which a shopper shares a list: the shopper's text, marked as such; products of the catalog; an opt-out link. */

import type { SharedItem, SharedList, SharedListMail } from '../domain/messages/shared-list-mail.ts'
import { directionOf, formatLocale, pickLanguage } from '../domain/settings/languages.ts'
import type { Store } from '../domain/stores/stores.ts'
import { oneLine } from './alert-values.ts'
import { optOutFooter, optOutHeaders, optOutLink } from './opt-out-links.ts'
import { readableOn } from './rendering/colors.ts'
import { writeMoney } from './rendering/formats.ts'
import { type Parsed, parseTemplate, renderTemplate } from './rendering/liquid.ts'
import { mailFrame } from './rendering/mail-frame.ts'
import { say } from './rendering/phrases.ts'
import { productAddress, safeAddress } from './rendering/web-addresses.ts'

/** Everything that the sender wrote is in one block under the sender's name: the list's name and the note. */
const senderText = `{% if said %}<div class="note" style="margin:20px 0 0;padding:12px 16px;background:#eefaf3;border-radius:8px;color:#08452b"><span style="font-size:14px">{{ 'listWrites' | t: name: name }}</span>
{% if list_name != '' %}<p style="margin:4px 0 0;font-weight:600"><bdi>{{ list_name }}</bdi></p>
{% endif %}<div dir="auto" style="margin:4px 0 0">{% for line in note %}{% if forloop.first == false %}<br>{% endif %}{{ line }}{% endfor %}</div></div>
{% endif %}`

const items = `{% for item in items %}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0 0"><tr>
{% if item.image != '' %}<td width="64" valign="top" style="padding:0"><img src="{{ item.image | image_url: width: 128 }}" alt="" width="64" height="64" style="display:block;width:64px;height:64px;object-fit:cover;border:0;border-radius:8px;background:#eef0ee"></td>
<td width="16" style="padding:0">&nbsp;</td>
{% endif %}<td valign="top" style="padding:0"><p style="margin:0;font-weight:600">{% if item.url != '' %}<a href="{{ item.url }}" class="ink" style="color:#161b19;text-decoration:none"><bdi>{{ item.title }}</bdi></a>{% else %}<bdi>{{ item.title }}</bdi>{% endif %}</p>
{% if item.details != '' %}<p class="soft" style="margin:4px 0 0;color:#5c6661"><bdi>{{ item.details }}</bdi></p>{% endif %}</td>
</tr></table>
{% endfor %}{% if rest != '' %}<p class="soft" style="margin:20px 0 0;color:#5c6661">{{ rest }}</p>
{% endif %}`

const frame = mailFrame({
  preheader: `{{ 'listWhy' | t: name: name, store: store.name }}`,
  heading: `{{ 'listSubject' | t: name: name }}`,
  body: `${senderText}${items}`,
  button: { url: '{{ link }}', label: `{{ 'listButton' | t }}` },
  footer: `<p style="margin:0">{{ 'listWhy' | t: name: name, store: store.name }}</p>
${optOutFooter}`,
})

let parsed: Parsed | undefined

/** In the store's language: the recipient's is not known. The opt-out link contains `recipient` as a hash. */
export function composeListMail(store: Store, recipient: string, list: SharedList, home: string): SharedListMail {
  const { name, settings } = store
  const language = pickLanguage(settings.locale)
  const storeName = settings.senderName ?? name
  const fromName = oneLine(list.fromName)
  const locale = formatLocale(language, null)
  const values = { name: fromName, store: storeName }
  const subject = oneLine(say(language, 'listSubject', values))
  const optOut = optOutLink(store, { channel: 'email', recipient, purpose: 'shared-list' }, home)
  const optOutText = say(language, 'listOptOut', values)
  const shown = list.items.map((item) => showItem(item, settings.shopUrl, locale))
  const rest = writeRest(language, list)
  const scope = {
    ...{ language, direction: directionOf(language), subject, name: fromName, link: list.address, items: shown, rest },
    note: list.note === null ? [] : list.note.split(/\r\n?|\n/),
    list_name: list.listName ?? '',
    said: list.note !== null || list.listName !== null,
    opt_out: { url: optOut, text: optOutText },
    store: {
      name: storeName,
      logo: settings.logoUrl ?? '',
      color: settings.brandColor,
      on_color: readableOn(settings.brandColor),
      postal_address: settings.postalAddress ?? '',
    },
  }
  parsed ??= parseTemplate('html', frame)
  const quoted = [scope.list_name, ...scope.note].filter(Boolean).map((line) => `> ${line}`)
  const lines = [
    subject,
    quoted.length > 0 ? [say(language, 'listWrites', values), ...quoted].join('\n') : '',
    ...shown.map(({ title, details, url }) => [`* ${title}`, details, url].filter(Boolean).join('\n  ')),
    rest,
    `${say(language, 'listButton')}: ${list.address}`,
    ['--', say(language, 'listWhy', values), `${optOutText}: ${optOut}`, scope.store.postal_address]
      .filter(Boolean)
      .join('\n'),
  ]
  return {
    senderName: fromName === storeName ? storeName : `${fromName} via ${storeName}`,
    subject,
    text: `${lines.filter(Boolean).join('\n\n')}\n`,
    html: renderTemplate(parsed, scope, { language, locale, timeZone: settings.timeZone, currency: null }),
    headers: { ...optOutHeaders(optOut), 'Content-Language': language },
  }
}

function showItem(item: SharedItem, shopUrl: string | null, locale: string) {
  const { quantity, price, currency } = item
  return {
    title: oneLine(item.title),
    url: productAddress({ catalogUrls: item.catalogUrls, url: '' }, shopUrl) ?? '',
    image: safeAddress(item.imageUrl, shopUrl) ?? '',
    details: [quantity > 1 ? `${quantity} ×` : '', writeMoney(price, currency, locale)].filter(Boolean).join(' '),
  }
}

/** The number of products not shown, because they are many or not in the catalog. */
function writeRest(language: ReturnType<typeof pickLanguage>, { items, itemCount }: SharedList): string {
  if (itemCount <= items.length) return ''
  const count = itemCount - items.length
  return items.length > 0 ? say(language, 'listMore', { count }) : say(language, 'listCount', { count })
}
