/** What all senders of e-mail over HTTP share: whom a mail is from, and its Message-ID. */
import type { SafeFetch } from '../../net/safe-fetch.ts'
import type { Patience } from '../answers.ts'
import type { Message } from '../channel.ts'

export type MailSender = {
  from: string
  /** The sender's name, instead of the message's. */
  fromName?: string | undefined
}

export type MailApi = MailSender & Patience & { fetch: SafeFetch; apiUrl?: string | undefined }

/** A message sent again after a lost answer has the same id, so mail programs can detect the duplicate. */
export const messageIdOf = ({ messageId }: Pick<Message, 'messageId'>, { from }: Pick<MailSender, 'from'>) =>
  `<${messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`

export const nameOf = ({ senderName }: Pick<Message, 'senderName'>, { fromName }: Pick<MailSender, 'fromName'>) =>
  (fromName || senderName).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** `"Name" <address>`: in quotes, so that a comma or bracket in the name adds no second address. */
export function writeMailbox(message: Pick<Message, 'senderName'>, sender: MailSender): string {
  const name = nameOf(message, sender)
  return name === '' ? sender.from : `"${name.replace(/["\\]/g, '\\$&')}" <${sender.from}>`
}

/** The same in ASCII: any other name as encoded words of at most 75 characters. */
export function writeAsciiMailbox(message: Pick<Message, 'senderName'>, sender: MailSender): string {
  const name = nameOf(message, sender)
  if (/^[\x20-\x7e]*$/.test(name)) return writeMailbox(message, sender)
  return `${encodeWords(name)} <${sender.from}>`
}

/** 45 bytes become 60 characters of base64, and the frame has 12. No character is divided. */
function encodeWords(text: string): string {
  const words = ['']
  for (const character of text) {
    const next = words.at(-1)! + character
    if (Buffer.byteLength(next) <= 45) words[words.length - 1] = next
    else words.push(character)
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')
}

/** The address for answers apart from the other headers: the APIs have a field for it, and some refuse the header. */
export function splitHeaders({ headers }: Pick<Message, 'headers'>): {
  replyTo: string | undefined
  headers: Record<string, string>
} {
  const { 'Reply-To': replyTo, ...rest } = headers
  return { replyTo, headers: rest }
}

export const baseOf = (url: string) => url.replace(/\/+$/, '')
