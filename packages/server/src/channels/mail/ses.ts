/** E-mail by the API of Amazon SES, version 2. It takes no idempotency key and replaces the Message-ID. */
import { type Answer, ask, type NoAnswer, readCheck, readJson, readOutcome } from '../answers.ts'
import type { Channel, Message, Outcome } from '../channel.ts'
import { type AwsKey, signAws } from './aws-signature.ts'
import { baseOf, type MailApi, type MailSender, splitHeaders, writeAsciiMailbox } from './mail-sender.ts'

export type SesOptions = MailApi &
  Omit<AwsKey, 'service'> & {
    configurationSet?: string | undefined
    now?: () => Date
  }

export function openSes(options: SesOptions): Channel {
  const { accessKeyId, secretAccessKey, region, configurationSet, ...rest } = options
  const { fetch, timeoutMillis, apiUrl, now = () => new Date(), ...sender } = rest
  const base = `${baseOf(apiUrl ?? `https://email.${region}.amazonaws.com`)}/v2/email`
  const key = { accessKeyId, secretAccessKey, region, service: 'ses' }
  const call = (method: 'GET' | 'POST', url: string, body = '') => {
    const headers = signAws({ method, url, headers: { 'content-type': 'application/json' }, body }, key, now())
    return ask(fetch, url, { method, headers, ...(body && { body }), timeoutMillis })
  }
  return {
    async send(message) {
      const mail = {
        ...writeMail(message, sender),
        ...(configurationSet && { ConfigurationSetName: configurationSet }),
      }
      const answer = await call('POST', `${base}/outbound-emails`, JSON.stringify(mail))
      const { MessageId } = 'text' in answer ? readAnswer(answer.text) : {}
      if (answer.status === 200 && MessageId) return { kind: 'sent', providerId: String(MessageId) }
      return judge(answer)
    },
    check: async () => readAccount(await call('GET', `${base}/account`)),
    close: () => {},
  }
}

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })

function writeMail(message: Message, sender: MailSender) {
  const { replyTo, headers } = splitHeaders(message)
  return {
    FromEmailAddress: writeAsciiMailbox(message, sender),
    Destination: { ToAddresses: [message.recipient] },
    ...(replyTo && { ReplyToAddresses: [replyTo] }),
    Content: {
      Simple: {
        Subject: utf8(message.subject),
        Body: { Text: utf8(message.text), ...(message.html && { Html: utf8(message.html) }) },
        Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
      },
    },
    // Amazon replaces the Message-ID, so this tells the copies of one message apart from other messages.
    EmailTags: [{ Name: 'heartbell-message', Value: message.messageId.replace(/[^A-Za-z0-9_-]/g, '-') }],
  }
}

type SesAnswer = { MessageId?: unknown; message?: unknown; Message?: unknown }

const readAnswer = (text: string): SesAnswer => {
  const read = readJson(text)
  return typeof read === 'object' && read !== null ? read : {}
}

const explain = (text: string) => {
  const { message, Message } = readAnswer(text)
  const words = message ?? Message
  return typeof words === 'string' ? words : text
}

/** `BadRequestException:http://internal…`, or the bare name. */
function typeOf({ headers }: Answer): string {
  const [type = ''] = String(headers['x-amzn-errortype'] ?? '').split(':')
  return type
}

/**
 * Only a bad request and a rejected message are about the message. A paused account, an exceeded quota and an address that is
 * not verified (our own, or any other in the sandbox) are for the merchant to correct. Whether a bad address is the sender's or
 * the recipient's is not said, so none is suppressed here; the bounce is reported through SNS.
 */
function judge(answer: Answer | NoAnswer): Outcome {
  const outcome = readOutcome(answer, explain)
  if (outcome.kind !== 'refused' || !('text' in answer)) return outcome
  const type = typeOf(answer)
  const reason = type ? `${type}: ${outcome.reason}` : outcome.reason
  const isAboutMessage =
    type === 'BadRequestException' || (type === 'MessageRejected' && !/not verified/i.test(explain(answer.text)))
  return isAboutMessage || answer.status === 413 ? { ...outcome, reason } : { kind: 'retry', reason }
}

/** In the sandbox Amazon delivers to verified addresses only, so shoppers would get nothing. */
function readAccount(answer: Answer | NoAnswer): { ok: boolean; says: string } {
  const check = readCheck(answer)
  if (!check.ok || !('text' in answer)) return check
  const account = readAnswer(answer.text) as {
    SendingEnabled?: boolean
    ProductionAccessEnabled?: boolean
    SendQuota?: { MaxSendRate?: number; Max24HourSend?: number }
  }
  if (account.SendingEnabled !== true) return { ok: false, says: 'Amazon has paused sending for this account.' }
  if (account.ProductionAccessEnabled !== true)
    return { ok: false, says: 'The account is in the sandbox: Amazon delivers to verified addresses only.' }
  const { MaxSendRate, Max24HourSend } = account.SendQuota ?? {}
  if (MaxSendRate === undefined || Max24HourSend === undefined) return { ok: true, says: 'The account may send mail.' }
  return { ok: true, says: `The account may send ${MaxSendRate} mails a second and ${Max24HourSend} in 24 hours.` }
}
