/** E-mail by Postmark's API. It takes no idempotency key; a repeated message has the same Message-ID. */
import { type Answer, ask, type NoAnswer, readCheck, readJson, readOutcome } from '../answers.ts'
import type { Channel, Message, Outcome } from '../channel.ts'
import { baseOf, type MailApi, type MailSender, messageIdOf, splitHeaders, writeMailbox } from './mail-sender.ts'

export type PostmarkOptions = MailApi & { serverToken: string; messageStream: string }

export function openPostmark({
  fetch,
  serverToken,
  messageStream,
  timeoutMillis,
  apiUrl,
  ...sender
}: PostmarkOptions): Channel {
  const base = baseOf(apiUrl ?? 'https://api.postmarkapp.com')
  const login = { 'x-postmark-server-token': serverToken, accept: 'application/json' }
  return {
    async send(message) {
      const headers = { ...login, 'content-type': 'application/json' }
      const body = JSON.stringify({ ...writeMail(message, sender), MessageStream: messageStream })
      const answer = await ask(fetch, `${base}/email`, { method: 'POST', headers, body, timeoutMillis })
      const told = 'text' in answer ? readAnswer(answer.text) : {}
      if (answer.status === 200 && told.MessageID && !told.ErrorCode)
        return { kind: 'sent', providerId: String(told.MessageID) }
      return judge(answer, told)
    },
    // The stream, not the server: the server's record contains its tokens, and the answer is shown.
    check: async () =>
      readCheck(
        await ask(fetch, `${base}/message-streams/${encodeURIComponent(messageStream)}`, {
          headers: login,
          timeoutMillis,
        }),
      ),
    close: () => {},
  }
}

function writeMail(message: Message, sender: MailSender) {
  const { replyTo, headers } = splitHeaders(message)
  return {
    From: writeMailbox(message, sender),
    To: message.recipient,
    ...(replyTo && { ReplyTo: replyTo }),
    Subject: message.subject,
    TextBody: message.text,
    ...(message.html && { HtmlBody: message.html }),
    // Without X-PM-KeepID Postmark replaces the Message-ID.
    Headers: Object.entries({
      ...headers,
      'Message-ID': messageIdOf(message, sender),
      'X-PM-KeepID': 'true',
    }).map(([Name, Value]) => ({ Name, Value })),
    TrackOpens: false,
    TrackLinks: 'None',
  }
}

type PostmarkAnswer = { ErrorCode?: number; Message?: unknown; MessageID?: unknown }

const readAnswer = (text: string): PostmarkAnswer => {
  const read = readJson(text)
  return typeof read === 'object' && read !== null ? read : {}
}

const inactiveRecipient = 406
const invalidRequest = 300
/** Codes about the message. All others are about the account or the sender, which the merchant can correct. */
const aboutMessage = [invalidRequest, 402, 403, inactiveRecipient, 409, 411]

function judge(answer: Answer | NoAnswer, { ErrorCode = 0, Message }: PostmarkAnswer): Outcome {
  const words = typeof Message === 'string' ? Message : ''
  const outcome = readOutcome(answer, (text) => (words ? `${ErrorCode} ${words}` : text))
  if (outcome.kind !== 'refused' || ErrorCode === 0) return outcome
  const isAbout = (field: string) => ErrorCode === invalidRequest && words.includes(`'${field}'`)
  const { reason } = outcome
  if (!aboutMessage.includes(ErrorCode) || isAbout('From') || isAbout('ReplyTo')) return { kind: 'retry', reason }
  return ErrorCode === inactiveRecipient || isAbout('To') ? { ...outcome, addressFault: true } : outcome
}
