/** Sends probes over kept-alive connections; each actor has a loopback address of its own, so that limits by address affect no other. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type Call = { method: string; path: string; headers?: Record<string, string>; body?: string | undefined }
export type Answer = { status: number; text: string; headers: Record<string, string | string[] | undefined> }
/** `from`: equal numbers share a loopback address. Numbers from `passing` on are used for one call only. */
export type Send = (call: Call, from?: number) => Promise<Answer>
export const passing = 10_000

/** A longer Retry-After is returned as the answer. */
const longestWait = 2_000
const mostTries = 20

const addressOf = (from: number) => `127.${10 + (from % 200)}.${Math.floor(from / 200) % 250}.${2 + (from % 250)}`

export function openSender(url: URL): { send: Send; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let hasNetwork = true
  const sendOnce = ({ method, path, headers = {}, body }: Call, from?: number) =>
    new Promise<Answer>((resolve, reject) => {
      const localAddress = from === undefined || !hasNetwork ? undefined : addressOf(from)
      // The agent pools connections by address; an address used once needs no pool.
      const kept = from === undefined || from < passing ? agent : false
      const options = { method, agent: kept, timeout: 30_000, ...(localAddress && { localAddress }) }
      const asked = request(
        new URL(path, url),
        { ...options, headers: { 'user-agent': 'heartbell-probes', ...headers } },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk) => chunks.push(chunk))
          answer.on('end', () =>
            resolve({
              status: answer.statusCode!,
              text: Buffer.concat(chunks).toString(),
              headers: answer.headers,
            }),
          )
          answer.on('error', reject)
        },
      )
      asked.on('error', reject)
      asked.on('timeout', () => asked.destroy(new Error(`${path} did not answer in 30 s.`)))
      asked.end(body)
    })
  const sendFrom = async (call: Call, from?: number): Promise<Answer> => {
    try {
      return await sendOnce(call, from)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Some systems have a single loopback address.
      if (code === 'EADDRNOTAVAIL' && hasNetwork) hasNetwork = false
      else if (code !== 'ECONNRESET') throw error
      return await sendOnce(call, from)
    }
  }
  const send: Send = async (call, from) => {
    for (let tries = 1; ; tries++) {
      const answer = await sendFrom(call, from)
      const wait = Number(answer.headers['retry-after'] ?? 1) * 1000
      if (answer.status !== 429 || wait > longestWait || tries === mostTries) return answer
      await pause(Math.min(wait, 250))
    }
  }
  return { send, close: () => agent.destroy() }
}
