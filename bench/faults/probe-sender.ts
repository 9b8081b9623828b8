/** Sends probes over a few connections that stay open. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Call, Send } from './probe-world.ts'

export function openSender(url: URL): { send: Send; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const send = ({ method, path, fields, authorization }: Call) =>
    new Promise<Answer>((resolve, reject) => {
      const body = new URLSearchParams(fields).toString()
      const isGet = method === 'GET'
      const headers: Record<string, string> = { 'user-agent': 'heartbell-faults' }
      if (authorization) headers.authorization = authorization
      if (!isGet) headers['content-type'] = 'application/x-www-form-urlencoded'
      const target = new URL(isGet && body ? `${path}${path.includes('?') ? '&' : '?'}${body}` : path, url)
      const asked = request(target, { method, agent, headers, timeout: 20_000 }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => resolve({ status: answer.statusCode!, text: Buffer.concat(chunks).toString() }))
        answer.on('error', reject)
      })
      asked.on('error', reject)
      asked.on('timeout', () => asked.destroy(new Error(`${path} did not answer in 20 s.`)))
      asked.end(isGet ? undefined : body)
    })
  /** Who knocks without a name is let in 200 times a second; the rest waits for its turn. */
  const sendInTurn: Send = async (call) => {
    for (;;) {
      const answer = await send(call)
      if (answer.status !== 429) return answer
      await pause(200)
    }
  }
  return { send: sendInTurn, close: () => agent.destroy() }
}
