/** Parts of mails that several of them have, in Liquid: a product, rows of products, links in the footer. */

/** Of the kind for layout only, which a screen reader does not announce. */
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"'

/** The text under the heading. */
export const lead = (text: string) =>
  `<p class="soft" style="margin:0;color:#434b47;font-size:17px;line-height:1.5">${text}</p>\n`

/** One product with its picture across the mail; needs `product`. */
export const productBlock = `<table ${table} style="margin:24px 0 0">
{% if product.image != '' %}<tr><td style="padding:0 0 16px"><a href="{{ product.url }}" style="text-decoration:none"><img src="{{ product.image | image_url: width: 976 }}" alt="{{ product.title }}" width="488" style="display:block;width:100%;max-width:100%;max-height:520px;height:auto;object-fit:cover;border:0;border-radius:10px;background-color:#eef0ee"></a></td></tr>
{% endif %}<tr><td><p style="margin:0;font-size:19px;line-height:1.35;font-weight:650"><a href="{{ product.url }}" class="ink" style="color:#161b19;text-decoration:none"><bdi>{{ product.title }}</bdi></a></p>
{% if product.variant != '' %}<p class="soft" style="margin:4px 0 0;color:#5c6661"><bdi>{{ product.variant }}</bdi></p>
{% endif %}{% if product.price != blank %}<p class="ink" style="margin:8px 0 0;font-size:19px;font-weight:650;color:#161b19">{{ product.price | money }}{% if product.was != blank %} <span class="soft" style="color:#5c6661;font-size:15px;font-weight:400">{{ 'insteadOf' | t: price: product.was_text }}</span>{% endif %}</p>
{% endif %}</td></tr>
</table>
`

/** Products below each other with small pictures; needs `items` of `{ title, url, image, details }`. */
export const itemRows = `{% for item in items %}<table ${table} style="margin:20px 0 0"><tr>
{% if item.image != '' %}<td width="72" valign="top" style="padding:0"><img src="{{ item.image | image_url: width: 144 }}" alt="" width="72" height="72" style="display:block;width:72px;height:72px;object-fit:cover;border:0;border-radius:10px;background-color:#eef0ee"></td>
<td width="16" style="padding:0;font-size:1px">&nbsp;</td>
{% endif %}<td valign="middle" style="padding:0"><p class="ink" style="margin:0;font-weight:650;color:#161b19">{% if item.url != '' %}<a href="{{ item.url }}" class="ink" style="color:#161b19;text-decoration:none"><bdi>{{ item.title }}</bdi></a>{% else %}<bdi>{{ item.title }}</bdi>{% endif %}</p>
{% if item.details != '' %}<p class="soft" style="margin:4px 0 0;color:#5c6661"><bdi>{{ item.details }}</bdi></p>{% endif %}</td>
</tr></table>
{% endfor %}`

/** A block in a light shade of the store's colour. */
export const note = (inside: string) => `<table ${table} style="margin:24px 0 0"><tr>
<td class="note" bgcolor="{{ store.tint }}" style="padding:14px 18px;background-color:{{ store.tint }};border-radius:10px;color:#161b19">${inside}</td>
</tr></table>
`

export const footerLink = (url: string, text: string) =>
  `<a href="${url}" class="soft" style="color:#5c6661;text-decoration:underline">${text}</a>`
