/** Signs a request to Amazon with Signature Version 4. */
import { createHash, createHmac } from 'node:crypto'

export type AwsKey = { accessKeyId: string; secretAccessKey: string; region: string; service: string }

export type AwsRequest = { method: string; url: string; headers: Readonly<Record<string, string>>; body: string }

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** All headers are signed, with the host and the time. Gives the headers to send; the client adds the host. */
export function signAws(
  { method, url, headers, body }: AwsRequest,
  { accessKeyId, secretAccessKey, region, service }: AwsKey,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const { host, pathname, search } = new URL(url)
  const signed = Object.entries({ ...headers, host, 'x-amz-date': time })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('')
  const request = [method, encodePath(pathname), sortQuery(search), lines, names, hash(body)].join('\n')
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, hash(request)].join('\n')
  const key = [time.slice(0, 8), region, service, 'aws4_request'].reduce<Buffer | string>(
    hmac,
    `AWS4${secretAccessKey}`,
  )
  const signature = hmac(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  return { ...headers, 'x-amz-date': time, authorization }
}

/** The path is encoded once more, except that of S3, which we do not call. */
const encodePath = (path: string) => path.split('/').map(encodeStrictly).join('/')

const encodeStrictly = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const sortQuery = (search: string) =>
  [...new URLSearchParams(search)]
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .sort()
    .join('&')
