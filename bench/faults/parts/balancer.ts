/** A simple connection balancer: asks each server whether it is ready and forwards bytes to those that are. */
import { get } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Balancer = {
  url: URL
  /** Resolves when the server on this port becomes ready, or stops being ready. */
  reached(port: number, isReady: boolean): Promise<void>
  close(): void
}

const often = 100

/** Opens one connection for each accepted one, closes both together, and retries nothing. */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const ready = new Set<number>()
  let turn = 0
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    const able = ports.filter((port) => ready.has(port))
    if (able.length === 0) return void caller.destroy()
    const chosen = connect({ port: able[turn++ % able.length]!, host: '127.0.0.1', allowHalfOpen: true })
    tie(caller, chosen)
    tie(chosen, caller)
    for (const socket of [caller, chosen]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    }
  })
  const look = async (port: number) => {
    const answer = await isReady(port)
    if (answer) ready.add(port)
    else if (answer === false) ready.delete(port)
  }
  const lookAround = async () => void (await Promise.all(ports.map(look)))
  await lookAround()
  const looking = setInterval(lookAround, often)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const reached: Balancer['reached'] = async (port, isReady) => {
    while (ready.has(port) !== isReady) await new Promise((resolve) => setTimeout(resolve, often))
  }
  const close = () => {
    clearInterval(looking)
    server.close()
    for (const socket of open) socket.destroy()
  }
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), reached, close }
}

function tie(from: Socket, to: Socket): void {
  from.setNoDelay()
  from.pipe(to)
  from.once('error', () => to.destroy())
}

/** Null when it responds too slowly: a busy server is not a stopping one. */
function isReady(port: number): Promise<boolean | null> {
  return new Promise((resolve) => {
    const asked = get({ port, host: '127.0.0.1', path: '/readyz', timeout: 5_000, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asked.on('timeout', () => {
      resolve(null)
      asked.destroy()
    })
    asked.on('error', () => resolve(false))
  })
}
