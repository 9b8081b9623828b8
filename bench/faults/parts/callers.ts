/** Clients that send continuously over keep-alive connections, and never send the same request twice. */
import { setMaxListeners } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type Asking = {
  url: URL
  callers: number
  random: () => number
  /**
   * For short runs that do not test load: the longest wait in milliseconds before the next request, also for clients that are
   * otherwise silent. On a busy machine the moment in which an idle connection is closed is not so short.
   */
  breath?: number | undefined
  /** The next call of this client. */
  call: (caller: number, turn: number) => { path: string; body: string }
}

export type Asked = {
  requests: number
  /** Refused, or a status other than 200. */
  failed: number
  /** Without a response: unknown whether it was done. */
  unknown: number
  connections: number
  /** The errors, and how often each occurred. */
  faults: Record<string, number>
}

export type Callers = {
  asked: Asked
  /** Lets each client finish its current request. */
  stop(): Promise<void>
}

/** How long each waits before the next request: most not at all, some as people do, a few longer than any process lingers. */
const habits = [0, 0, 0, 1_000, 0, 0, 1_000, 8_000]

/**
 * Each has one connection and Node's own agent, which opens a new one after `Connection: close` or when the old one ended while
 * idle. Nothing is sent again: requests without a response are counted.
 */
export function openCallers({ url, callers, random, breath, call }: Asking): Callers {
  const asked: Asked = { requests: 0, failed: 0, unknown: 0, connections: 0, faults: {} }
  const stopping = new AbortController()
  setMaxListeners(callers, stopping.signal)
  const count = (answer: Answer) => {
    asked.requests++
    if (!answer.isReused) asked.connections++
    if (answer.status === 200) return
    if (answer.isUnknown) asked.unknown++
    else asked.failed++
    asked.faults[answer.status] = (asked.faults[answer.status] ?? 0) + 1
  }
  const askOn = async (caller: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const habit = habits[caller % habits.length]!
    const longest = breath ? Math.min(habit || breath, 1_000) : habit
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      count(await ask(agent, url, call(caller, turn)))
      if (longest > 0) await pause(random() * longest, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    agent.destroy()
  }
  const asking = Promise.all(Array.from({ length: callers }, (_, caller) => askOn(caller)))
  const stop = async () => {
    stopping.abort()
    await asking
  }
  return { asked, stop }
}

type Answer = { status: number | string; isUnknown: boolean; isReused: boolean }

function ask(agent: Agent, url: URL, { path, body }: { path: string; body: string }): Promise<Answer> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
    const sent = request(new URL(path, url), { method: 'POST', agent, headers, timeout: 20_000 })
    const settle = (status: number | string, isUnknown = false) =>
      resolve({ status, isUnknown, isReused: sent.reusedSocket })
    const fail = ({ code = 'no answer' }: NodeJS.ErrnoException) => settle(code, code !== 'ECONNREFUSED')
    sent.on('error', fail)
    sent.on('timeout', () => sent.destroy(Object.assign(new Error(), { code: 'no answer in 20 s' })))
    sent.on('response', (answer: IncomingMessage) => {
      answer.on('error', fail)
      answer.on('end', () => settle(answer.statusCode!))
      answer.resume()
    })
    sent.end(body)
  })
}
