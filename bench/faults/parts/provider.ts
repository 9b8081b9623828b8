/** A provider that records its deliveries and fails on purpose: busy, broken, unreachable, disconnected after accepting. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { seededRandom } from '../../../packages/server/src/database/testing/test-database.ts'

export type Faults = { broken: number; busy: number; cut: number }
export const noFaults: Faults = { broken: 0, busy: 0, cut: 0 }

/** What a recipient got: how many times, and when first. */
export type Arrival = { times: number; at: number; claimedAt: number }

export type Provider = {
  url: string
  arrivals: Map<string, Arrival>
  /** Injected so far. */
  injected: { broken: number; busy: number; cut: number; away: number }
  /** Resolves when this many different people were reached. */
  reached(count: number): Promise<void>
  setAway(isAway: boolean): void
  close(): Promise<void>
}

function openBook() {
  const arrivals = new Map<string, Arrival>()
  let waiting: { count: number; resolve: () => void }[] = []
  return {
    arrivals,
    note(recipient: string, claimedAt = 0) {
      const before = arrivals.get(recipient)
      if (before) before.times++
      else arrivals.set(recipient, { times: 1, at: Date.now(), claimedAt })
      for (const { count, resolve } of waiting) if (count <= arrivals.size) resolve()
      waiting = waiting.filter(({ count }) => count > arrivals.size)
    },
    reached: (count: number) =>
      arrivals.size >= count
        ? Promise.resolve()
        : new Promise<void>((resolve) => void waiting.push({ count, resolve })),
  }
}

/** Accepts the idempotency key: a repeated key gets the same response, and nothing is delivered again. */
export async function openHttpProvider(seed: number, faults: Faults): Promise<Provider> {
  const random = seededRandom(seed)
  const book = openBook()
  const keys = new Set<string>()
  const injected = { broken: 0, busy: 0, cut: 0, away: 0 }
  let isAway = false
  const answer = (asked: IncomingMessage, reply: ServerResponse, body: string) => {
    const chance = random()
    if (isAway) {
      injected.away++
      return void asked.socket.destroy()
    }
    if (chance < faults.broken) {
      injected.broken++
      return void reply.writeHead(503).end()
    }
    if (chance < faults.broken + faults.busy) {
      injected.busy++
      return void reply.writeHead(429, { 'retry-after': '1' }).end()
    }
    const key = String(asked.headers['idempotency-key'])
    const { recipient, claimedAt } = JSON.parse(body)
    if (!keys.has(key)) book.note(recipient, claimedAt)
    keys.add(key)
    if (chance < faults.broken + faults.busy + faults.cut) {
      injected.cut++
      return void asked.socket.destroy()
    }
    reply.writeHead(200).end()
  }
  const server = createServer((asked, reply) => {
    let body = ''
    asked.on('data', (part) => (body += part))
    asked.on('end', () => answer(asked, reply, body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.close()
    server.closeAllConnections()
  }
  const { port } = server.address() as AddressInfo
  const setAway = (away: boolean) => {
    isAway = away
  }
  return { url: `http://127.0.0.1:${port}`, ...{ ...book, injected, setAway, close } }
}

/** Knows no keys, like mail servers: what is accepted is delivered. */
export async function openSmtpProvider(seed: number, faults: Faults): Promise<Provider> {
  const random = seededRandom(seed)
  const book = openBook()
  const injected = { broken: 0, busy: 0, cut: 0, away: 0 }
  let isAway = false
  const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false, disableReverseLookup: true },
    onConnect: (_session, done) => {
      if (isAway) injected.away++
      done(isAway ? refusal(421, 'away') : null)
    },
    onRcptTo: (_address, _session, done) => {
      if (isAway) injected.away++
      if (isAway) return done(refusal(421, 'away'))
      if (random() >= faults.broken + faults.busy) return done()
      injected.broken++
      done(refusal(451, 'try again'))
    },
    onData: (stream, session, done) => {
      stream.resume()
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) book.note(address)
        if (random() >= faults.cut) return done()
        injected.cut++
        for (const connection of server.connections)
          if ((connection as { session?: unknown }).session === session) (connection as { close(): void }).close()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const setAway = (away: boolean) => {
    isAway = away
  }
  return { url: `smtp://127.0.0.1:${port}?from=wishes@shop.example`, ...{ ...book, injected, setAway, close } }
}
