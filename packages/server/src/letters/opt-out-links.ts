/** Opting out of messages that somebody else requested: a link, and headers for one click (RFC 8058). */

import { hashMailbox } from '../domain/messages/suppressions.ts'
import { writeOptOut } from '../domain/shoppers/links.ts'
import type { RefusablePurpose } from '../domain/shoppers/opt-outs.ts'
import type { Store } from '../domain/stores/stores.ts'
import { footerLink } from './rendering/mail-parts.ts'

type RefusableMessage = { channel: 'email' | 'sms' | 'whatsapp'; recipient: string; purpose: RefusablePurpose }

export const optOutLink = (store: Store, { channel, recipient, purpose }: RefusableMessage, home: string) =>
  `${home}/o/${writeOptOut(store, { addressHashes: hashMailbox(store, { medium: channel, address: recipient }), purpose })}`

export const optOutHeaders = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Liquid, for the footer of a mail: `opt_out.url` and `opt_out.text`. */
export const optOutFooter = `{% if opt_out.url != '' %}<p style="margin:12px 0 0">${footerLink('{{ opt_out.url }}', '{{ opt_out.text }}')}</p>
{% endif %}`
