import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import {
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
