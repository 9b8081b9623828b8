/** The e-mail by which a list is shared: plain text and HTML, every word of a shopper escaped. */

export type SharedItem = {
  title: string
  url: string
  /** Of the catalog only: a picture that a shopper names could watch who opens the mail. */
  imageUrl: string | null
  price: number | null
  currency: string | null
  quantity: number
}

export type SharedList = {
  storeName: string
  fromName: string
  listName: string
  note: string | null
  items: SharedItem[]
  itemCount: number
  address: string
}

export type Mail = { subject: string; text: string; html: string }

export function composeSharedList(list: SharedList): Mail {
  const subject = `${list.fromName} shares “${list.listName}” with you`
  return { subject, text: writeText(list, subject), html: writeHtml(list, subject) }
}

const isWebAddress = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url)

function writePrice({ price, currency }: SharedItem): string {
  if (price === null) return ''
  if (currency === null || !/^[A-Z]{3}$/i.test(currency)) return price.toFixed(2)
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(price)
}

const details = (item: SharedItem) =>
  [item.quantity > 1 ? `${item.quantity} ×` : '', writePrice(item)].filter(Boolean).join(' ')

const more = ({ items, itemCount }: SharedList) =>
  itemCount > items.length ? `and ${itemCount - items.length} more` : ''

function writeText(list: SharedList, subject: string): string {
  const items = list.items.map((item) =>
    [`* ${item.title}`, details(item), isWebAddress(item.url) ? item.url : ''].filter(Boolean).join('\n  '),
  )
  return [
    subject,
    list.note ?? '',
    ...items,
    more(list),
    `See the whole list: ${list.address}`,
    `Sent by ${list.storeName} because ${list.fromName} asked for it.`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark]!)

const linked = (url: string, inner: string) =>
  isWebAddress(url) ? `<a href="${escapeHtml(url)}" style="color:#1f2937;text-decoration:none">${inner}</a>` : inner

const picture = ({ imageUrl, url }: SharedItem) =>
  imageUrl && isWebAddress(imageUrl)
    ? linked(
        url,
        `<img src="${escapeHtml(imageUrl)}" alt="" width="64" height="64" style="display:block;border-radius:8px;object-fit:cover">`,
      )
    : ''

const row = (item: SharedItem) => `<tr>
<td style="padding:12px 0;border-top:1px solid #e5e7eb">${linked(item.url, `<strong>${escapeHtml(item.title)}</strong>`)}
<div style="color:#6b7280;padding-top:4px">${escapeHtml(details(item))}</div></td>
<td width="64" style="padding:12px 0 12px 16px;border-top:1px solid #e5e7eb">${picture(item)}</td>
</tr>`

const paragraph = (text: string, style: string) =>
  text && `<p style="${style}">${escapeHtml(text).replace(/\r\n?|\n/g, '<br>')}</p>`

/** Tables and styles inside the tags: what mail programs understand. */
function writeHtml(list: SharedList, subject: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6;color:#1f2937;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:16px">
<tr><td style="padding:32px">
<p style="margin:0;color:#6b7280">${escapeHtml(list.fromName)} shares a list with you</p>
<h1 style="margin:4px 0 16px;font-size:24px;line-height:1.3">${escapeHtml(list.listName)}</h1>
${paragraph(list.note ?? '', 'margin:0 0 16px;padding:12px 16px;background:#fdf2f8;border-radius:8px')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
${list.items.map(row).join('\n')}
</table>
${paragraph(more(list), 'margin:12px 0 0;color:#6b7280')}
<p style="margin:24px 0 0"><a href="${escapeHtml(list.address)}" style="display:inline-block;padding:12px 24px;background:#be185d;color:#ffffff;border-radius:8px;text-decoration:none">See the whole list</a></p>
<p style="margin:32px 0 0;color:#6b7280;font-size:13px">Sent by ${escapeHtml(list.storeName)} because ${escapeHtml(list.fromName)} asked for it.</p>
</td></tr>
</table>
</body>
</html>`
}
