/** Against the examples that Amazon publishes with Signature Version 4. */
import { expect, test } from 'vitest'
import { signAws } from './aws-signature.ts'

const key = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const now = new Date('2015-08-30T12:36:00Z')

test('a request without query and body', () => {
  const request = { method: 'GET', url: 'https://example.amazonaws.com/', headers: {}, body: '' }
  expect(signAws(request, { ...key, service: 'service' }, now)).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  })
})

test('a request with a query and more headers', () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const url = 'https://iam.amazonaws.com/?Version=2010-05-08&Action=ListUsers'
  const { authorization } = signAws({ method: 'GET', url, headers, body: '' }, { ...key, service: 'iam' }, now)
  expect(authorization).toMatch(
    /SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7$/,
  )
})

test('another body, another signature', () => {
  const sign = (body: string) =>
    signAws(
      { method: 'POST', url: 'https://example.amazonaws.com/', headers: {}, body },
      { ...key, service: 'ses' },
      now,
    ).authorization
  expect(sign('{}')).not.toBe(sign('{ }'))
})
