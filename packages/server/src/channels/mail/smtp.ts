/** E-mail over SMTP, with a small pool of connections. */
import type { Socket } from 'node:net'
import { isEmail } from '@heartbell/contract/fields'
import { openSafeSocket } from '../../net/safe-socket.ts'
import type { Channel, Message, Outcome } from '../channel.ts'

/** The lease of a message is longer than the sum of these. */
const defaultTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export type SmtpOptions = {
  /** A merchant entered the server, so it must not be in our own network. */
  guarded?: { allowLoopback: boolean }
  /** The sender's name, instead of the message's. */
  senderName?: string | undefined
  /** Limits for connecting, for the greeting and for each answer. */
  timeouts?: typeof defaultTimeouts
}

/** `url` may contain nodemailer's own options and `from`, the sender's address; `host` is the host of our public URL. */
export function openSmtp(
  url: string,
  host?: string,
  { guarded, senderName, timeouts = defaultTimeouts }: SmtpOptions = {},
): Channel {
  const from = senderAddress(url, host)
  const connect = async () => {
    // Loaded with the first message: many processes never send one.
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: withoutFrom(url),
      pool: true,
      maxConnections: 5,
      maxRequeues: 1,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...timeouts,
      ...(guarded && {
        getSocket: (target: Target, done: Connected) =>
          void openSocket(target, guarded.allowLoopback, timeouts.connectionTimeout, done),
      }),
    })
  }
  let transport: ReturnType<typeof connect> | undefined
  const connectOnce = () => {
    transport ??= connect()
    return transport
  }
  const named = (message: Message) => (senderName ? { ...message, senderName } : message)
  return {
    send: async (message) => {
      const transport = await connectOnce()
      return await transport
        .sendMail(writeMail(named(message), from))
        .then(({ messageId }) => wasSent(messageId), judge)
    },
    check: async () => {
      const transport = await connectOnce()
      return await transport.verify().then(
        () => ({ ok: true, says: 'The mail server let us in.' }),
        (error: Fault) => ({ ok: false, says: wordsOf(error).slice(0, 1000) }),
      )
    },
    close: () => void transport?.then((transport) => transport.close()).catch(() => {}),
  }
}

type Target = { host?: string | undefined; port?: number | undefined; secure?: boolean | undefined }
type Connected = (error: Error | null, socket?: { connection: Socket }) => void

async function openSocket(
  { host = '', port, secure }: Target,
  allowLoopback: boolean,
  timeoutMillis: number,
  done: Connected,
): Promise<void> {
  await openSafeSocket({ host, port: Number(port) || (secure ? 465 : 587), allowLoopback, timeoutMillis }).then(
    (connection) => done(null, { connection }),
    (error) => done(error),
  )
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

/** Addresses are objects: nodemailer parses text, so a comma or bracket in a name would add a second address. */
const writeMail = (message: Message, from: string) => ({
  // A message sent again after a crash has the same id, so mail programs can detect the duplicate.
  messageId: `<${message.messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  from: { name: message.senderName, address: from },
  to: { name: '', address: message.recipient },
  subject: message.subject,
  text: message.text,
  html: message.html,
  headers: message.headers,
})

const wasSent = (providerId: string): Outcome => ({ kind: 'sent', providerId })

type Fault = {
  code?: string
  permanent?: boolean
  responseCode?: number
  response?: string
  command?: string
  message: string
}

/** When a server has several addresses and none answers, the error of Node.js has a code but no message. */
const wordsOf = ({ message, code }: Fault) => message || code || 'no answer'

/**
 * A 5xx about the message or its addresses is permanent. A 5xx about us (a wrong password) is for the operator to correct,
 * so the message is retried.
 */
function judge(fault: Fault): Outcome {
  const { code = '', permanent, responseCode } = fault
  const reason = wordsOf(fault).slice(0, 500)
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isFinal = permanent ?? responseCode === undefined
  if (!isAboutMessage || !isFinal) return { kind: 'retry', reason }
  return { kind: 'refused', reason, ...(isAboutAddress(fault) && { addressFault: true }) }
}

/** The mailbox does not exist or was closed. A full mailbox is temporary, and 5.7.x is about us or the content (spam, policy). */
function isAboutAddress({ command = '', responseCode = 0, response = '' }: Fault): boolean {
  const [, detail] = /\b5\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  if (!/RCPT/i.test(command)) return false
  return detail === undefined ? [550, 551, 553].includes(responseCode) : /^1\.|^2\.1$/.test(detail)
}
