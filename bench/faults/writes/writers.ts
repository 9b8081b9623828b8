/** Clients that add items without a pause, and record the acknowledged ones in the ledger. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '../../../packages/server/src/database/testing/test-database.ts'
import type { Call, Ledger } from './ledger.ts'

export type Writing = {
  url: URL
  clients: number
  seed: number
  /** Path and body of a call: which list, which items. */
  call: (call: Call) => { path: string; body: string }
}

/** The number of calls without acknowledgement, by status or error. */
export type Answers = { [status: string]: number }

/** The share of clients that retry an unanswered write until it is acknowledged; the others leave it unknown. */
const persistent = 0.5

export async function runWriters(ledger: Ledger, { url, clients, seed, call }: Writing): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const answers: Answers = {}
  const backAgain = shareWait(() => awaitReady(agent, url))
  const writeAll = async (client: number) => {
    const random = seededRandom(seed + client)
    for (let taken = ledger.take(); taken !== null; taken = ledger.take()) {
      const { first, length } = taken
      for (;;) {
        const status = await send(agent, url, call(taken))
        if (status === 200) for (let write = first; write < first + length; write++) ledger.acknowledge(write)
        else answers[status] = (answers[status] ?? 0) + 1
        if (status === 200) break
        await backAgain()
        if (random() >= persistent) break
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => writeAll(client)))
  agent.destroy()
  return answers
}

/** Concurrent callers share one wait. */
function shareWait(wait: () => Promise<void>): () => Promise<void> {
  let waiting: Promise<void> | null = null
  return () => {
    waiting ??= wait().finally(() => (waiting = null))
    return waiting
  }
}

async function awaitReady(agent: Agent, url: URL): Promise<void> {
  while ((await send(agent, url, { path: '/readyz' })) !== 200) await pause(20)
}

/** The status, or the error code when there was none. */
function send(agent: Agent, url: URL, { path, body }: { path: string; body?: string }): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = body && { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
    const method = body ? 'POST' : 'GET'
    const sent = request(new URL(path, url), { method, agent, timeout: 20_000, ...(headers && { headers }) })
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? 'no answer')
    sent.on('error', fail)
    sent.on('timeout', () => sent.destroy(Object.assign(new Error(), { code: 'no answer in 20 s' })))
    sent.on('response', (answer: IncomingMessage) => {
      answer.on('error', fail)
      // A write is acknowledged when the whole answer has arrived.
      answer.on('end', () => resolve(answer.statusCode!))
      answer.resume()
    })
    sent.end(body)
  })
}
