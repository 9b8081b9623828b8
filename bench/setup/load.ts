/** HTTP load: a number of clients over keep-alive connections, each sending the next request as soon as it has a response. */
import { connect, type Socket } from 'node:net'

export type Load = {
  url: URL
  clients: number
  seconds: number
  /** The bytes of the next request, head and body; null when none is left. */
  next: () => string | null
  /** Which status codes count; 200 by default. */
  accepts?: (status: number) => boolean
}

export type Loaded = { rate: number; answered: number; refused: number; p50: number; p99: number }

/** HTTP over plain sockets: reads only status and length of a response. Node's own client would use as much CPU as the server. */
export async function runLoad({ url, clients, seconds, next, accepts = is200 }: Load): Promise<Loaded> {
  const times: number[] = []
  let refused = 0
  let running = true
  const onAnswer = (status: number, millis: number) => {
    if (!running) return
    if (accepts(status)) times.push(millis)
    else refused++
  }
  const startedAt = performance.now()
  const ends = Array.from({ length: clients }, () => runClient(url, next, onAnswer, () => running))
  await Promise.race([new Promise((resolve) => setTimeout(resolve, seconds * 1000).unref()), Promise.all(ends)])
  const took = (performance.now() - startedAt) / 1000
  running = false
  await Promise.all(ends)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { rate: times.length / took, answered: times.length, refused, p50: at(0.5), p99: at(0.99) }
}

const is200 = (status: number) => status === 200

/** The end of a chunked response. */
const lastPiece = Buffer.from('\r\n0\r\n\r\n')

function runClient(
  url: URL,
  next: Load['next'],
  onAnswer: (status: number, millis: number) => void,
  goesOn: () => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(url.port), url.hostname).setNoDelay()
    let askedAt = 0
    let status = 0
    let head = ''
    let received = 0
    /** Unknown until the head is complete. */
    let expected = Number.POSITIVE_INFINITY
    let inPieces = false
    let tail = Buffer.alloc(0)
    let isDone = false
    const ask = () => {
      const request = next()
      if (request === null) {
        isDone = true
        return void socket.end()
      }
      askedAt = performance.now()
      head = ''
      received = 0
      expected = Number.POSITIVE_INFINITY
      socket.write(request)
    }
    const readHead = (bytes: Buffer) => {
      head += bytes.toString('latin1', 0, 2048)
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      status = Number(head.slice(9, 12))
      inPieces = /\r\ntransfer-encoding: chunked/i.test(head)
      const length = inPieces ? ['', '0'] : /\r\ncontent-length: (\d+)/i.exec(head)
      if (!length) return void socket.destroy(new Error(`An answer without a length: ${head.slice(0, end)}`))
      expected = end + 4 + Number(length[1])
    }
    socket.on('connect', ask)
    socket.on('data', (bytes) => {
      received += bytes.length
      if (expected === Number.POSITIVE_INFINITY) readHead(bytes)
      if (inPieces) tail = Buffer.concat([tail, bytes.subarray(-lastPiece.length)]).subarray(-lastPiece.length)
      if (received < expected || (inPieces && !tail.equals(lastPiece))) return
      onAnswer(status, performance.now() - askedAt)
      if (goesOn()) ask()
      else socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => (goesOn() && !isDone ? reject(new Error('The server closed a connection.')) : resolve()))
  })
}

export const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

export type Call = { path: string; fields: Record<string, string>; authorization?: string }

/** A form request as bytes, built once when only one or two fields change. */
export function writeCall({ host }: URL, { path, fields, authorization }: Call): string {
  const body = form(fields)
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length}`,
    'user-agent: heartbell-bench',
    ...(authorization ? [`authorization: ${authorization}`] : []),
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
