import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  isAdobeSigned,
  isMessagebirdSigned,
  isSendgridSigned,
  isSnsCertUrl,
  isSnsSigned,
  isTwilioFormSigned,
  type SnsMessage,
  snsText,
} from './provider-signatures.ts'
import { testCertificate, testCertificateKey } from './testing/certificate.ts'

test('Twilio signs the URL and the form', () => {
  const form = {
    To: '+18005551212',
    CallSid: 'CA1234567890ABCDE',
    Caller: '+12349013030',
    Digits: '1234',
    From: '+12349013030',
  }
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  expect(isTwilioFormSigned('12345', url, form, '0/KCTR6DLpKmkAf8muzZqo1nDgQ=')).toBe(true)
  expect(isTwilioFormSigned('12345', url, { ...form, Digits: '1235' }, '0/KCTR6DLpKmkAf8muzZqo1nDgQ=')).toBe(false)
  expect(isTwilioFormSigned('12345', url, form, undefined)).toBe(false)
})

test('SendGrid signs the timestamp and the body with its private key', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const body = Buffer.from('[{"event":"bounce"}]\r\n')
  const given = sign('sha256', Buffer.concat([Buffer.from('1600112502'), body]), privateKey).toString('base64')
  expect(isSendgridSigned(spki, '1600112502', body, given)).toBe(true)
  expect(isSendgridSigned(spki, '1600112503', body, given)).toBe(false)
  expect(isSendgridSigned(spki, '1600112502', Buffer.from('[{"event":"bounce"}]'), given)).toBe(false)
  expect(isSendgridSigned('no key', '1600112502', body, given)).toBe(false)
})

const note: SnsMessage = {
  Type: 'Notification',
  MessageId: 'm-1',
  TopicArn: 'arn:aws:sns:us-east-1:1:bounces',
  Message: '{}',
  Timestamp: '2026-05-01T00:00:00.000Z',
  SignatureVersion: '2',
  Signature: '',
  SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem',
}

test('Amazon signs its notes with a certificate, in two versions', () => {
  expect(snsText(note)).toBe(
    'Message\n{}\nMessageId\nm-1\nTimestamp\n2026-05-01T00:00:00.000Z\nTopicArn\narn:aws:sns:us-east-1:1:bounces\nType\nNotification\n',
  )
  for (const [version, digest] of [
    ['1', 'sha1'],
    ['2', 'sha256'],
  ] as const) {
    const message = { ...note, SignatureVersion: version, Subject: 'Hello' }
    const Signature = sign(digest, Buffer.from(snsText(message)), testCertificateKey).toString('base64')
    expect(isSnsSigned({ ...message, Signature }, testCertificate)).toBe(true)
    expect(isSnsSigned({ ...message, Signature, Subject: 'Bye' }, testCertificate)).toBe(false)
    expect(isSnsSigned({ ...message, Signature, SignatureVersion: '3' }, testCertificate)).toBe(false)
  }
  expect(isSnsSigned(note, 'no certificate')).toBe(false)
})

test('certificates come from Amazon, over https', () => {
  expect(isSnsCertUrl(note.SigningCertURL)).toBe(true)
  for (const url of [
    'http://sns.us-east-1.amazonaws.com/a.pem',
    'https://sns.us-east-1.amazonaws.com.evil.example/a.pem',
    'https://sns.us-east-1.amazonaws.com@evil.example/a.pem',
    'https://evil.example/sns.us-east-1.amazonaws.com/a.pem',
    'https://sns.us-east-1.amazonaws.com:444/a.pem',
    'https://user@sns.us-east-1.amazonaws.com/a.pem',
    'https://:password@sns.us-east-1.amazonaws.com/a.pem',
    'https://snsxus-east-1.amazonaws.com/a.pem',
    'https://sns.us-east-1.amazonaws.com/a.txt',
    'nothing',
  ])
    expect([url, isSnsCertUrl(url)]).toEqual([url, false])
})

test('Adobe Commerce signs the base64 of the body, as sent or as written anew', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const signed = (text: string) =>
    sign('sha256', Buffer.from(Buffer.from(text).toString('base64')), privateKey).toString('base64')
  const body = Buffer.from('{ "a": 1 }')
  expect(isAdobeSigned(pem, body, signed('{ "a": 1 }'))).toBe(true)
  expect(isAdobeSigned(pem, body, signed('{"a":1}'))).toBe(true)
  expect(isAdobeSigned(pem, body, signed('{"a":2}'))).toBe(false)
  expect(isAdobeSigned(pem, Buffer.from('no JSON'), signed('no JSON'))).toBe(true)
  expect(isAdobeSigned(pem, Buffer.from('no JSON'), signed('other'))).toBe(false)
  expect(isAdobeSigned('no key', body, signed('{ "a": 1 }'))).toBe(false)
})

/** At noon, so to speak: what a call says of itself, and a token for what is claimed of it. */
const now = 1_700_000_000_000
const seconds = now / 1000
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const call = { url: 'https://a.example/in', body: Buffer.from('x=1'), now }
const good = { iss: 'MessageBird', exp: seconds + 60, url_hash: hash(call.url), payload_hash: hash('x=1') }
const token = (claims: object, alg = 'HS256', digest = 'sha256') => {
  const text = `${part({ alg })}.${part(claims)}`
  return `${text}.${createHmac(digest, 'key').update(text).digest('base64url')}`
}

test('MessageBird signs a token that knows the URL and the body', () => {
  const isSigned = (claims: object, more = {}) => isMessagebirdSigned('key', { ...call, token: token(claims), ...more })
  expect(isSigned(good)).toBe(true)
  expect(isMessagebirdSigned('yek', { ...call, token: token(good) })).toBe(false)
  expect(isSigned({ ...good, payload_hash: hash('x=2') })).toBe(false)
  expect(isSigned({ ...good, iss: 'Another' })).toBe(false)
  expect(isSigned(good, { url: 'https://a.example/out' })).toBe(false)
  const { payload_hash, ...unsaid } = good
  expect(isSigned(unsaid)).toBe(false)
  expect(isSigned(unsaid, { body: Buffer.alloc(0) })).toBe(true)
  expect(isSigned({ ...unsaid, payload_hash }, { body: Buffer.alloc(0) })).toBe(false)
})

test('its token is good from a second before its time to its end', () => {
  const isSigned = (claims: object) => isMessagebirdSigned('key', { ...call, token: token({ ...good, ...claims }) })
  expect(isSigned({ exp: seconds })).toBe(true)
  expect(isSigned({ exp: seconds - 1 })).toBe(false)
  expect(isSigned({ exp: undefined })).toBe(false)
  expect(isSigned({ nbf: seconds + 1 })).toBe(true)
  expect(isSigned({ nbf: seconds + 2 })).toBe(false)
})

test('its token names one of three digests, and what is no token is none', () => {
  const isSigned = (text: string) => isMessagebirdSigned('key', { ...call, token: text })
  expect(isSigned(token(good, 'HS384', 'sha384'))).toBe(true)
  expect(isSigned(token(good, 'HS512', 'sha512'))).toBe(true)
  expect(isSigned(token(good, 'none'))).toBe(false)
  expect(isSigned(token(good, 'HS512'))).toBe(false)
  expect(isSigned('no token')).toBe(false)
  expect(isSigned('')).toBe(false)
})
