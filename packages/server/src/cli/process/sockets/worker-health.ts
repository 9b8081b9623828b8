/** Health of a worker, which serves no API: `/healthz` and `/metrics` on its own port. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { register } from 'prom-client'
import { explainListening } from './listening.ts'

export type WorkerHealth = { port: number; close: () => void }

export async function openWorkerHealth(port: number, host: string): Promise<WorkerHealth> {
  const server = createServer(async ({ url = '' }, answer) => {
    const path = url.split('?', 1)[0]
    if (path === '/metrics') answer.setHeader('content-type', register.contentType).end(await register.metrics())
    else if (path === '/healthz') answer.setHeader('content-type', 'application/json').end('{"status":"ok"}')
    else answer.writeHead(404).end()
  }).listen(port, host)
  await once(server, 'listening').catch((error) => {
    throw new Error(explainListening(error, { port, host }, '--metrics-port'), { cause: error })
  })
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port: (server.address() as AddressInfo).port, close }
}
