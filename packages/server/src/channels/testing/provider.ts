/** For tests: a local provider API that records requests and gives scripted answers, errors included. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { openOutgoingHttp } from '../../net/safe-fetch.ts'

export type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer; text: string }
/** `cut`: the connection ends after the request was read. `silent`: no answer. `endless`: an answer that starts but never ends. */
export type Told = { status: number; text?: string; headers?: Record<string, string> } | 'cut' | 'silent' | 'endless'

export async function openProvider(tell: (asked: Asked) => Told) {
  const asked: Asked[] = []
  let answer = tell
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const one = { method: request.method!, url: request.url!, headers: request.headers, body, text: body.toString() }
    asked.push(one)
    const told = answer(one)
    if (told === 'silent') return
    if (told === 'endless') return void reply.writeHead(200).write('{')
    if (told === 'cut') return void request.socket.destroy()
    reply.writeHead(told.status, told.headers).end(told.text ?? '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const wayOut = openOutgoingHttp({ allowLoopback: true })
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    asked,
    fetch: wayOut.fetch,
    tell: (next: typeof tell) => {
      answer = next
    },
    close: async () => {
      await wayOut.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
