/** Sends hostile requests over a few kept-alive connections, and malformed packets over a connection each. */
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { Answer } from '../../../test/fuzz/check-answer.ts'
import type { Hostile } from '../../../test/fuzz/requests.ts'

export type HostileSender = { send(hostile: Hostile): Promise<Answer>; close(): void }

export function openHostileSender(url: URL, connections: number): HostileSender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = (hostile: Hostile) =>
    hostile.packet === undefined ? sendRequest(url, agent, hostile) : sendPacket(url, hostile.packet)
  return { send, close: () => agent.destroy() }
}

const sendRequest = (url: URL, agent: Agent, { method, headers, payload, url: path }: Hostile) =>
  new Promise<Answer>((resolve, reject) => {
    // Set explicitly: Node's client omits it for methods that rarely have a body, and the body would be read as the next request.
    const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }
    const options = { method, headers: { ...safe(headers), ...length }, agent, timeout: 30_000, path: plain(path) }
    const asked = request(url, options, (answer) => {
      const chunks: Buffer[] = []
      const { location } = answer.headers
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('error', ({ message }) =>
        reject(new Error(`${message} after ${answer.statusCode} ${Buffer.concat(chunks).toString().slice(0, 200)}`)),
      )
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          contentType: String(answer.headers['content-type'] ?? ''),
          body: Buffer.concat(chunks).toString(),
          requestId: String(answer.headers['x-request-id'] ?? ''),
          ...(location !== undefined && { location }),
        }),
      )
    })
    asked.on('error', reject)
    asked.on('timeout', () => asked.destroy(new Error('no answer in 30 s')))
    asked.end(payload)
  })

/** A connection closed without a response counts as answered with 400; otherwise the first line has the status. */
const sendPacket = ({ hostname, port }: URL, packet: string) =>
  new Promise<Answer>((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    const done = () => {
      socket.destroy()
      const [, status = '400'] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? []
      resolve({ status: Number(status), contentType: 'text/plain', body: text, requestId: '' })
    }
    socket.setTimeout(30_000, () => reject(new Error('no answer in 30 s')))
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      if (text.includes('\r\n\r\n')) done()
    })
    socket.on('error', done)
    socket.on('close', done)
    // Half closed, so that a server that waits for more input sees the end.
    socket.end(Buffer.from(packet, 'latin1'))
  })

/** Paths unchanged, except for characters that Node's client refuses to send. */
const plain = (path: string) => path.replace(/[^\x21-\x7e]/g, '?')

const safe = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\x20-\x7e]/g, '?')]))
