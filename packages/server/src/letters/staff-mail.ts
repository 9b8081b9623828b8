/** Composes mails to users of the dashboard. */
import type { SecurityNote, StaffMail } from '../domain/staff/staff-mails.ts'
import { roleWords, type StaffLocale, staffWords } from './languages/staff.ts'
import { senderScope } from './rendering/brand.ts'
import { type Parsed, parseTemplate, renderTemplate } from './rendering/liquid.ts'
import { mailFrame } from './rendering/mail-frame.ts'
import { lead } from './rendering/mail-parts.ts'

type StaffLetter = { senderName: string; subject: string; text: string; html: string }

const brand = 'Heartbell'
const color = '#177a4e'

let frame: Parsed | undefined
const parseFrame = () => {
  frame ??= parseTemplate(
    'html',
    mailFrame({
      preheader: '{{ body }}',
      heading: '{{ heading }}',
      body: lead('{{ body }}'),
      button: { url: '{{ link }}', label: '{{ button }}' },
      footer: '<p style="margin:0">{{ ignore }}</p>',
    }),
  )
  return frame
}

/** `link`: the target of the button. */
export function composeStaffMail(mail: StaffMail, link: string): StaffLetter {
  const locale: StaffLocale = mail.values.locale === 'de' ? 'de' : 'en'
  const kind: Exclude<StaffMail['purpose'], 'security'> | SecurityNote =
    mail.purpose === 'security' ? mail.values.what : mail.purpose
  const words = staffWords[locale][kind]
  const values = valuesOf(mail, locale)
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const subject = fill(words.subject).replace(/\s+/g, ' ')
  const scope = {
    language: locale,
    direction: 'ltr',
    subject,
    link,
    heading: fill(words.heading),
    body: fill(words.body),
    button: words.button,
    ignore: words.ignore,
    store: senderScope({ name: brand, url: '', logo: '', color, postalAddress: '' }),
  }
  const setting = { wording: locale, locale, timeZone: 'UTC', currency: null }
  return {
    senderName: brand,
    subject,
    text: `${[fill(words.body), `${words.button}: ${link}`, words.ignore].join('\n\n')}\n`,
    html: renderTemplate(parseFrame(), scope, setting),
  }
}

/** Names chosen by users: one line, short, without addresses, so that nobody can put a message of their own into the mail. */
const nameOf = (text: string) =>
  text
    .replace(/\S*(:\/\/|www\.)\S*/gi, '…')
    .replace(/\+?\d[\d ()./-]{5,}\d/g, '…')
    // A zero-width character prevents mail programs from linking bare host names.
    .replace(/(?<=[\w-][.@:/])(?=\w)/g, '\u2060')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60)

function valuesOf(mail: StaffMail, locale: StaffLocale): Record<string, string> {
  if (mail.purpose === 'email-changed') return { email: mail.values.email }
  if (mail.purpose !== 'invitation') return {}
  const { storeName, inviter, role } = mail.values
  return { store: nameOf(storeName), inviter: nameOf(inviter), role: roleWords[locale][role] ?? role }
}
