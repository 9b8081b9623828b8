/** Checks signatures of the providers that deliver our messages: Twilio, SendGrid, Mailgun and Amazon SNS. */
import { createHmac, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { isSameSecret } from './signatures.ts'

/** HMAC-SHA1 of the public URL and the form's sorted fields, without separators. */
export function signTwilioForm(token: string, url: string, form: Readonly<Record<string, string>>): string {
  const fields = Object.keys(form)
    .sort()
    .map((name) => name + form[name])
  return createHmac('sha1', token)
    .update(url + fields.join(''))
    .digest('base64')
}

export const isTwilioFormSigned = (
  token: string,
  url: string,
  form: Readonly<Record<string, string>>,
  given: string | undefined,
) => given !== undefined && isSameSecret(given, signTwilioForm(token, url, form))

/** ECDSA over the timestamp and the body; the key as SendGrid shows it: base64 of the SPKI. */
export function isSendgridSigned(publicKey: string, timestamp: string, body: Buffer, given: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(given, 'base64'))
  } catch {
    return false
  }
}

/** HMAC-SHA256 of time and token; the rest of the message is not signed. */
export const signMailgun = (key: string, timestamp: string, token: string) =>
  createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex')

export const isMailgunSigned = (key: string, timestamp: string, token: string, given: string) =>
  key !== '' && isSameSecret(given, signMailgun(key, timestamp, token))

export type SnsMessage = {
  Type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation'
  MessageId: string
  TopicArn: string
  Message: string
  Timestamp: string
  SignatureVersion: string
  Signature: string
  SigningCertURL: string
  Subject?: string
  SubscribeURL?: string
  Token?: string
}

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** The text that Amazon signs: names and values, each on its own line; the subject only if there is one. */
export function snsText(message: SnsMessage): string {
  const fields = message.Type === 'Notification' ? signedFields.Notification : signedFields.SubscriptionConfirmation
  return fields
    .filter((field) => message[field] !== undefined)
    .map((field) => `${field}\n${message[field]}\n`)
    .join('')
}

const snsHost = /^sns\.[a-z0-9-]{3,}\.amazonaws\.com(\.cn)?$/

/** Certificates must come from Amazon over https: a forged message would name the attacker's host. */
export function isAmazonUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, port, username, password } = new URL(url)
  return protocol === 'https:' && snsHost.test(hostname) && port === '' && username === '' && password === ''
}

export const isSnsCertUrl = (url: string) => isAmazonUrl(url) && new URL(url).pathname.endsWith('.pem')

const snsDigest: Readonly<Record<string, string>> = { '1': 'sha1', '2': 'sha256' }

/** `certificate`: the content of the message's `SigningCertURL`. */
export function isSnsSigned(message: SnsMessage, certificate: string): boolean {
  const digest = snsDigest[message.SignatureVersion]
  if (!digest) return false
  try {
    const key = new X509Certificate(certificate).publicKey
    return verify(digest, Buffer.from(snsText(message)), key, Buffer.from(message.Signature, 'base64'))
  } catch {
    return false
  }
}
