/** The template of messages about saved items, in Liquid: rows of products, each with what is new about it. Needs `items` and `digest`. */
/** About one product, the subject says what is new. */
export const digestSubject = '{{ digest.subject | t: product: product.title, count: digest.count }}'

const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"'

export const digestBody = `{% for item in items %}<table ${table} style="margin:24px 0 0"><tr>
{% if item.image != '' %}<td width="96" valign="top" style="padding:0"><a href="{{ item.url }}" style="text-decoration:none"><img src="{{ item.image | image_url: width: 192 }}" alt="" width="96" height="96" style="display:block;width:96px;height:96px;object-fit:cover;border:0;border-radius:10px;background-color:#eef0ee"></a></td>
<td width="16" style="padding:0;font-size:1px">&nbsp;</td>
{% endif %}<td valign="top" style="padding:0"><p style="margin:0;font-size:13px;font-weight:650" class="soft">{{ item.news }}</p>
<p style="margin:2px 0 0;font-size:17px;line-height:1.35;font-weight:650"><a href="{{ item.url }}" class="ink" style="color:#161b19;text-decoration:none"><bdi>{{ item.title }}</bdi></a></p>
{% if item.variant != '' %}<p class="soft" style="margin:2px 0 0;color:#5c6661"><bdi>{{ item.variant }}</bdi></p>
{% endif %}{% if item.price_text != '' %}<p class="ink" style="margin:4px 0 0;font-weight:650;color:#161b19">{{ item.price_text }}{% if item.was_text != '' %} <span class="soft" style="color:#5c6661;font-size:14px;font-weight:400">{{ 'insteadOf' | t: price: item.was_text }}</span>{% endif %}</p>
{% endif %}{% if item.left != '' %}<p class="soft" style="margin:4px 0 0;color:#5c6661">{{ 'stockLeft' | t: count: item.left }}</p>
{% endif %}{% if item.list != '' %}<p class="soft" style="margin:4px 0 0;font-size:14px;color:#5c6661">{{ 'listNamed' | t: list: item.list }}</p>{% endif %}</td>
</tr></table>
{% endfor %}{% if digest.more > 0 %}<p class="soft" style="margin:20px 0 0;color:#5c6661">{{ 'listMore' | t: count: digest.more }}</p>
{% endif %}`

export const digestText = `{% for item in items %}* {{ item.news }}: {{ item.title }}{% if item.variant != '' %}, {{ item.variant }}{% endif %}{% if item.price_text != '' %}
  {{ item.price_text }}{% if item.was_text != '' %} {{ 'insteadOf' | t: price: item.was_text }}{% endif %}{% endif %}{% if item.left != '' %}
  {{ 'stockLeft' | t: count: item.left }}{% endif %}{% if item.list != '' %}
  {{ 'listNamed' | t: list: item.list }}{% endif %}
  {{ item.url }}

{% endfor %}{% if digest.more > 0 %}{{ 'listMore' | t: count: digest.more }}

{% endif %}`
