/** The SMTP password of Amazon SES, made from the secret key of an access key and the region, as Amazon documents it. */
import { createHmac } from 'node:crypto'

const version = 0x04

export function sesPassword(secretKey: string, region: string): string {
  const steps = ['11111111', region, 'ses', 'aws4_request', 'SendRawEmail']
  const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const signature = steps.reduce(hmac, Buffer.from(`AWS4${secretKey}`))
  return Buffer.concat([Buffer.from([version]), signature]).toString('base64')
}
