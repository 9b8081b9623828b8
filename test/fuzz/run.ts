/** Sends hostile requests, several at once, and keeps what should not have happened. */
import { type Answer, wrongWith } from './judge.ts'
import type { Door, Hostile } from './requests.ts'

export type Fault = { number: number; why: string; request: Hostile; answer?: Answer }
export type Statuses = Map<number, number>
/** `slow`: answers that came late once, and in time when the same was asked again: the machine was busy, not the request hard. */
export type Tally = { statuses: Statuses; doors: Map<Door, Statuses>; faults: Fault[]; slowest: number; slow: number }

export type Run = {
  make: () => Hostile
  count: number
  parallel: number
  send: (request: Hostile) => Promise<Answer>
  /** Milliseconds after which an answer counts as one that never came. */
  patience: number
  onFault?: (fault: Fault) => void
  onCount?: (number: number) => void
}

export async function runHostile({ make, count, parallel, send, patience, onFault, onCount }: Run): Promise<Tally> {
  const tally: Tally = { statuses: new Map(), doors: new Map(), faults: [], slowest: 0, slow: 0 }
  let number = 0
  const worker = async () => {
    while (number < count) {
      const request = make()
      const fault: Fault = { number: number++, why: '', request }
      const start = performance.now()
      try {
        fault.answer = await send(request)
        fault.why = wrongWith(request, fault.answer) ?? ''
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
      note(tally, request.door, fault.answer?.status ?? 0)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return tally
}

/** A request that holds the service up does so every time, and longer than the machine's other work can explain. */
async function isSlowAgain(request: Hostile, send: Run['send'], patience: number): Promise<boolean> {
  for (let turn = 0; turn < 3; turn++) {
    const start = performance.now()
    await send(request).catch(() => {})
    const took = performance.now() - start
    if (took <= patience * slowdown()) return false
  }
  return true
}

/** How much longer than alone a little work takes here just now: 1 on a machine that does nothing else. */
function slowdown(): number {
  const [start, before] = [performance.now(), process.cpuUsage()]
  for (let spent = 0; spent < 20_000; ) {
    const { user, system } = process.cpuUsage(before)
    spent = user + system
  }
  return Math.max(1, (performance.now() - start) / 20)
}

function note({ statuses, doors }: Tally, door: Door, status: number): void {
  const there = doors.get(door) ?? new Map<number, number>()
  doors.set(door, there)
  for (const counts of [statuses, there]) counts.set(status, (counts.get(status) ?? 0) + 1)
}

export const writeStatuses = (statuses: Statuses) =>
  [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, times]) => `${status} × ${times}`)
    .join(', ')

/** A request short enough to be read, for the report of a failed run. */
export const shortly = ({ number, why, request, answer }: Fault) => ({
  number,
  why,
  request: JSON.stringify({ ...request, payload: String(request.payload ?? '') }).slice(0, 1500),
  answer: answer?.body.slice(0, 300),
})
