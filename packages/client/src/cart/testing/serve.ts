/** A shop's server for tests of cart adapters: real HTTP, and a `fetch` whose paths are below its address, as in a page of the shop. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }
export type Answered = { status?: number; body: unknown; headers?: Record<string, string> }

export async function serveShop(answer: (asked: Asked) => Answered) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const one = {
      method: request.method!,
      path: request.url!,
      headers: request.headers,
      body: text ? JSON.parse(text) : null,
    }
    asked.push(one)
    const { status = 200, body, headers } = answer(one)
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
    response.end(isText ? body : JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    asked,
    /** The paths asked for since the last call. */
    paths: () => asked.splice(0).map(({ method, path }) => `${method} ${path}`),
    fetch: (path: string, init?: RequestInit) => fetch(new URL(path, url), init),
    close: () => new Promise((done) => server.close(done)),
  }
}
