/** Sends hostile requests, several at once, and keeps what should not have happened. */
import { type Hostile, makeHostile } from './requests.ts'
import type { Victim, World } from './world.ts'

export type Answer = { status: number; contentType: string; body: string; requestId: string }
export type Fault = { number: number; why: string; request: Hostile; answer?: Answer }
export type Tally = { statuses: Map<number, number>; faults: Fault[]; slowest: number }

export type Run = {
  random: () => number
  world: World
  count: number
  parallel: number
  send: (request: Hostile) => Promise<Answer>
  /** Milliseconds after which an answer counts as one that never came. */
  patience: number
}

export async function runHostile({ random, world, count, parallel, send, patience }: Run): Promise<Tally> {
  const tally: Tally = { statuses: new Map(), faults: [], slowest: 0 }
  let number = 0
  const worker = async () => {
    while (number < count) {
      const request = makeHostile(random, world)
      const fault: Fault = { number: number++, why: '', request }
      const start = performance.now()
      try {
        fault.answer = await send(request)
        fault.why = wrongWith(request, fault.answer) ?? ''
        learnLists(request.as, fault.answer)
      } catch (error) {
        fault.why = `no answer: ${error}`
      }
      const took = performance.now() - start
      tally.slowest = Math.max(tally.slowest, took)
      if (took > patience) fault.why ||= `took ${Math.round(took)} ms`
      if (fault.why) tally.faults.push(fault)
      const { status = 0 } = fault.answer ?? {}
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return tally
}

/** A list that was made is one more to attack; a few at a time are enough. */
function learnLists({ lids }: Victim, { status, body }: Answer): void {
  const found = status === 200 && /^\{"lid"\s*:\s*"([^"]+)"/.exec(body)?.[1]
  if (found && !lids.includes(found)) lids.push(found)
  if (lids.length > 8) lids.shift()
}

const refusalWords = ['error', 'type', 'msg', 'message', 'requestid']
const insides = /node_modules|\bat .*\.(ts|js):\d|PostgresError|syntax error at/i

/** What is wrong with an answer, if anything is: a fault of ours, no JSON, or a refusal that is none. */
function wrongWith({ method }: Hostile, { status, contentType, body, requestId }: Answer): string | undefined {
  if (status >= 500) return `status ${status}`
  if (method === 'HEAD' || (method === 'OPTIONS' && status === 204)) return undefined
  if (!contentType.startsWith('application/json')) return `content type ${contentType}`
  const parsed = parse(body)
  if (parsed === undefined) return 'a body that is no JSON'
  if (status < 400) return status === 200 ? undefined : `status ${status}`
  const isRefusal = typeof parsed === 'object' && parsed !== null && Object.keys(parsed).join() === refusalWords.join()
  if (!isRefusal) return 'a refusal in a shape of its own'
  const { error, type, msg, message, requestid } = parsed as Record<string, unknown>
  if (error !== true || msg !== message || requestid !== requestId) return 'a refusal that contradicts itself'
  if (!/^[a-z]+(-[a-z]+)*$/.test(String(type))) return `a type nobody can read: ${type}`
  return insides.test(String(msg)) ? 'a refusal that shows our inside' : undefined
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** A request short enough to be read, for the report of a failed run. */
export const shortly = ({ number, why, request, answer }: Fault) => ({
  number,
  why,
  request: JSON.stringify({ ...request, as: undefined, payload: String(request.payload ?? '') }).slice(0, 1500),
  answer: answer?.body.slice(0, 300),
})
