/** One address for everything: the dashboard's pages and the storefront's files from their sources, the rest from the server. */
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Dashboard, isDashboardPage } from './dashboard.ts'
import type { ServerProcess } from './server-process.ts'
import { sendStorefront } from './storefront.ts'

export type Front = {
  server: Server
  url: string
  serve(dashboard: Dashboard, server: ServerProcess): void
}

/** Null: the port is in use. */
export async function openFront(root: string, port: number): Promise<Front | null> {
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown> = async (_, response) =>
    refuse(response, 'Heartbell is starting.')
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => refuse(response, error.message))
  })
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isListening) return null
  const { port: chosen } = server.address() as { port: number }
  return {
    server,
    url: `http://localhost:${chosen}`,
    serve(dashboard, process) {
      answer = async (request, response) => {
        const path = request.url!.split('?', 1)[0]!
        if (sendStorefront(root, path, response)) return
        const port = await process.port()
        if (isDashboardPage(path)) await dashboard.answer(request, response, await readPolicy(port))
        else if (port === null) refuse(response, 'The server does not run; the terminal says why.')
        else pass(request, response, port)
      }
    },
  }
}

function refuse(response: ServerResponse, why: string): void {
  if (!response.headersSent) response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(`${why}\n`)
}

function pass(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, headers, url: path } = request
  // A connection for each request: none is open when the server restarts.
  const passed = forward({ host: '127.0.0.1', port, method, headers, path, agent: false }, (answer) => {
    response.writeHead(answer.statusCode!, { ...answer.headers, ...forgetCached(request) })
    answer.pipe(response)
  })
  passed.on('error', ({ message }) => refuse(response, message))
  response.on('close', () => passed.destroy())
  request.pipe(passed)
}

let isForgotten = false

/** `npm start` on the same port lets browsers cache the storefront's files for a year: the first page removes them. */
function forgetCached({ headers }: IncomingMessage): Record<string, string> {
  if (isForgotten || headers['sec-fetch-dest'] !== 'document') return {}
  isForgotten = true
  return { 'clear-site-data': '"cache"' }
}

/** The policy of the page that the server has built. */
async function readPolicy(port: number | null): Promise<string | undefined> {
  if (port === null) return undefined
  const answer = await fetch(`http://127.0.0.1:${port}/dashboard`, { method: 'HEAD' }).catch(() => null)
  return answer?.headers.get('content-security-policy') ?? undefined
}
