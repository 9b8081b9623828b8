/** E-mail over SMTP, with a few connections kept open. */
import { isEmail } from '@heartbell/contract/fields'
import { createTransport } from 'nodemailer'
import type { Channel, Message, Outcome } from './channel.ts'

/** The lease of a message outlasts all of these together. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** `url` may carry nodemailer's own options and `from`, the address that mail comes from; `host` is where we are at home. */
export function openSmtp(url: string, host?: string): Channel {
  const from = senderAddress(url, host)
  const transport = createTransport({
    url: withoutFrom(url),
    pool: true,
    maxConnections: 5,
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  })
  return {
    send: (message) => transport.sendMail(writeMail(message, from)).then(({ messageId }) => wasSent(messageId), judge),
    close: () => transport.close(),
  }
}

export function senderAddress(url: string, host?: string): string {
  const { searchParams, username, hostname } = new URL(url)
  const user = decodeURIComponent(username)
  return searchParams.get('from') ?? (isEmail(user) ? user : `no-reply@${host ?? hostname}`)
}

function withoutFrom(url: string): string {
  const rest = new URL(url)
  rest.searchParams.delete('from')
  return rest.toString()
}

/** Addresses go in as objects: text would be parsed, and a comma or bracket in a name would be a second address. */
const writeMail = (message: Message, from: string) => ({
  // Sent again after a crash it is the same message, and whoever gets it twice can tell.
  messageId: `<${message.messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  from: { name: message.senderName, address: from },
  to: { name: '', address: message.recipient },
  subject: message.subject,
  text: message.text,
  html: message.html,
  headers: message.headers,
})

const wasSent = (providerId: string): Outcome => ({ kind: 'sent', providerId })

type Fault = { code?: string; permanent?: boolean; responseCode?: number; message: string }

/**
 * A 5xx about the message or its addresses will be said again tomorrow. One about us (a wrong password) is the operator's
 * to mend, and the message waits for that.
 */
function judge({ code = '', permanent, responseCode, message }: Fault): Outcome {
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isFinal = permanent ?? responseCode === undefined
  return { kind: isAboutMessage && isFinal ? 'refused' : 'retry', reason: message.slice(0, 500) }
}
