/** Sends hostile requests in parallel and collects the faults. */
import { type Answer, findFault } from './check-answer.ts'
import type { EntryPoint, Hostile } from './requests.ts'

export type Fault = { number: number; why: string; request: Hostile; answer?: Answer }
export type Statuses = Map<number, number>
/** `slow`: answers that were late once but in time when repeated, because the machine was busy. */
export type Tally = {
  statuses: Statuses
  byEntryPoint: Map<EntryPoint, Statuses>
  faults: Fault[]
  slowest: number
  slow: number
}

export type Run = {
  make: () => Hostile
  count: number
  parallel: number
  send: (request: Hostile) => Promise<Answer>
  /** Milliseconds after which an answer is too late. */
  patience: number
  onFault?: (fault: Fault) => void
  onCount?: (number: number) => void
}

export async function runHostile({ make, count, parallel, send, patience, onFault, onCount }: Run): Promise<Tally> {
  const tally: Tally = { statuses: new Map(), byEntryPoint: new Map(), faults: [], slowest: 0, slow: 0 }
  let number = 0
  const worker = async () => {
    while (number < count) {
      const request = make()
      const fault: Fault = { number: number++, why: '', request }
      const start = performance.now()
      try {
        fault.answer = await send(request)
        fault.why = findFault(request, fault.answer) ?? ''
        request.learn?.(fault.answer)
      } catch (error) {
        fault.why = `no answer: ${error}`
      }
      const took = performance.now() - start
      tally.slowest = Math.max(tally.slowest, took)
      if (took > patience && !fault.why) {
        if (await isSlowAgain(request, send, patience)) fault.why = `took ${Math.round(took)} ms, and as long again`
        else tally.slow++
      }
      if (fault.why) {
        tally.faults.push(fault)
        onFault?.(fault)
      }
      onCount?.(fault.number + 1)
      note(tally, request.entryPoint, fault.answer?.status ?? 0)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return tally
}

/** True if the request is slow every time, beyond what other load on the machine explains. */
async function isSlowAgain(request: Hostile, send: Run['send'], patience: number): Promise<boolean> {
  for (let turn = 0; turn < 3; turn++) {
    const start = performance.now()
    await send(request).catch(() => {})
    const took = performance.now() - start
    if (took <= patience * slowdown()) return false
  }
  return true
}

/** How much longer a small computation takes because of other load: 1 on an idle machine. */
function slowdown(): number {
  const [start, before] = [performance.now(), process.cpuUsage()]
  for (let spent = 0; spent < 20_000; ) {
    const { user, system } = process.cpuUsage(before)
    spent = user + system
  }
  return Math.max(1, (performance.now() - start) / 20)
}

function note({ statuses, byEntryPoint }: Tally, entryPoint: EntryPoint, status: number): void {
  const there = byEntryPoint.get(entryPoint) ?? new Map<number, number>()
  byEntryPoint.set(entryPoint, there)
  for (const counts of [statuses, there]) counts.set(status, (counts.get(status) ?? 0) + 1)
}

export const writeStatuses = (statuses: Statuses) =>
  [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, times]) => `${status} × ${times}`)
    .join(', ')

/** A shortened fault, for the report of a failed run. */
export const shortenFault = ({ number, why, request, answer }: Fault) => ({
  number,
  why,
  request: JSON.stringify({ ...request, payload: String(request.payload ?? '') }).slice(0, 1500),
  answer: answer?.body.slice(0, 300),
})
